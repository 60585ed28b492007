import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from './policy.ts';
import { createQueue, type Lane } from './queue.ts';

/** argon2id as OWASP's password storage cheat sheet sets it: 19 MiB, two passes, one lane. 234 a second take two cores (RECIPES.md). */
const COST = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** A hash of 32 random bytes that nobody kept, made with COST: what is compared when there is no account to compare with. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$KMK1YyA09fGtCHC22/Es4g$S/s6fgrw4NCQcS/Y9SZy/XdqobqzEhjrEtkG/AtTEfM';

/** One line for the whole process, because cores and memory are the process's. */
const inLine = createQueue(2, 100);

/**
 * The argon2id hash of a password, in PHC format. Never call it inside a transaction: it may stand in line for a second.
 * Whoever sets a password has signed in or holds a mailed link, and so does not stand behind strangers.
 * @throws 503 busy when too many wait already.
 */
export const hashPassword = (password: string, random: (bytes: number) => Uint8Array): Promise<string> =>
  inLine('familiar', () => hash(normalizePassword(password), { ...COST, salt: random(16) }));

/**
 * Whether the password fits the stored hash. Without one it takes the same time and the answer is no, so that unknown
 * accounts can't be told from known ones (ATTACKS.md 3). Not inside a transaction either.
 * @throws 503 busy when too many wait already in this lane.
 */
export const verifyPassword = (stored: string | null, password: string, lane: Lane): Promise<boolean> =>
  inLine(lane, async () => {
    const fits = await verify(stored ?? nobodysHash, normalizePassword(password));
    return fits && stored !== null;
  });
