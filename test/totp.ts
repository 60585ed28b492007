/** An authenticator app, written from RFC 6238 and RFC 4648 and not with the library that the server has. */
import { createHmac } from 'node:crypto';
import { PASSWORD, type Person } from './factories.ts';
import type { TestServer } from './harness.ts';

export const STEP_MS = 30_000;

/** The code that an app shows at a time. @param secret base32 */
export function codeAt(secret: string, time: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time.getTime() / STEP_MS)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The server's clock goes on to the beginning of a step that no code has been taken of yet. */
export function toNextStep(server: TestServer): void {
  const now = Date.now() + server.clock.offsetMs;
  server.clock.offsetMs += 2 * STEP_MS - (now % STEP_MS);
}

/** The code of now, or of some steps away. */
export const codeNow = (server: TestServer, secret: string, steps = 0): string =>
  codeAt(secret, new Date(Date.now() + server.clock.offsetMs + steps * STEP_MS));

export interface SecondFactor {
  secret: string;
  recoveryCodes: string[];
}

/** Turns two-step sign-in on as a person does, and lets the step of its first code pass. */
export async function turnOn(server: TestServer, { token }: Person): Promise<SecondFactor> {
  toNextStep(server);
  const { secret } = await server.ok('POST /api/me/2fa/setup', { token, body: { current_password: PASSWORD } });
  const body = { code: codeNow(server, secret) };
  const { recovery_codes } = await server.ok('POST /api/me/2fa/enable', { token, body });
  toNextStep(server);
  return { secret, recoveryCodes: recovery_codes };
}
