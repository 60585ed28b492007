import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { normalizeRecoveryCode } from '../../../domain/second-factors/recovery-codes.ts';
import { enrollmentUri, newSecret, stepOf } from '../../../domain/second-factors/totp.ts';
import { codeAt } from '../../totp.ts';

/** "12345678901234567890" of RFC 6238, appendix B, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code of RFC 6238 is %s', (seconds, code) => {
  const time = new Date(seconds * 1000);
  expect(codeAt(RFC_SECRET, time)).toBe(code);
  expect(stepOf(RFC_SECRET, code, time)).toBe(Math.floor(seconds / 30));
});

test('a code counts one step early and one step late, and no further', () => {
  const at = (step: number) => new Date(step * 30_000 + 15_000);
  const code = codeAt(RFC_SECRET, at(1000));
  expect([998, 999, 1000, 1001, 1002].map((step) => stepOf(RFC_SECRET, code, at(step)))).toEqual([
    undefined,
    1000,
    1000,
    1000,
    undefined,
  ]);
});

test('a secret has 160 random bits, in letters that people can type', () => {
  const secrets = Array.from({ length: 50 }, () => newSecret(randomBytes));
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(50);
});

test('the URI is what apps scan, and a port in the name of the instance does not end it', () => {
  const uri = new URL(enrollmentUri(RFC_SECRET, 'rmm.example:8443 & Söhne', 'alice+1@example.com'));
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.host).toBe('totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/rmm.example 8443 & Söhne:alice+1@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'rmm.example 8443 & Söhne',
    secret: RFC_SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('a recovery code is read as people write it: any case, any grouping, letters for the digits they look like', () => {
  const code = '0123-4567-89AB-CDEF-GHJK-MNPQ';
  const plain = code.replaceAll('-', '');
  for (const typed of [
    code,
    code.toLowerCase(),
    plain,
    ` ${code.replaceAll('-', ' ')} `,
    'OI23-4567-89ab-cdef-ghjk-mnpq',
  ])
    expect(normalizeRecoveryCode(typed)).toBe(plain);
  for (const typed of ['', '123456', code.slice(1), `${code}0`, code.replace('A', 'U'), code.replace('A', 'Ä')])
    expect(normalizeRecoveryCode(typed)).toBeUndefined();
});
