import { hash } from 'node:crypto';
import type { Ctx } from '../context.ts';

/** SPEC.md, Limits. */
const CODES = 10;
/** 120 random bits: more than the 112 from which a fast hash is enough (ASVS 6.5.2), and 24 letters without a rest. */
const CODE_BYTES = 15;
const CODE_LETTERS = 24;
/** Crockford's base32: no I, L, O and U, so that what was written by hand can be read back. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes ten codes, stores their hashes in place of the old ones, and returns them as people read them: the only time. */
export async function replaceRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => newCode(ctx.random));
  const hashes = codes.map((code) => hashCode(code.replaceAll('-', '')).toString('hex'));
  await removeRecoveryCodes(ctx, userId);
  await ctx.sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}::uuid, decode(unnest(${hashes}::text[]), 'hex')`;
  return codes;
}

/** Uses up a code. Of racing callers one gets it; whether this was the one. @param code normalized */
export async function takeRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const taken = await ctx.sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hashCode(code)}`;
  return taken.count > 0;
}

export async function removeRecoveryCodes(ctx: Ctx, userId: string): Promise<void> {
  await ctx.sql`delete from recovery_codes where user_id = ${userId}`;
}

/** What was typed, in the one form that is hashed: without spaces, dashes and case, and letters for the digits they look like. Undefined: no such code. */
export function normalizeRecoveryCode(typed: string): string | undefined {
  const letters = typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return letters.length === CODE_LETTERS && [...letters].every((letter) => ALPHABET.includes(letter))
    ? letters
    : undefined;
}

const hashCode = (code: string): Buffer => hash('sha256', code, 'buffer');

/** In six groups of four: `7KQ2-…`. */
function newCode(random: (bytes: number) => Uint8Array): string {
  const bits = [...random(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}
