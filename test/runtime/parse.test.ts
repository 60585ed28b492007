import { expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../domain/problem.ts';
import { parsePart } from '../../runtime/parse.ts';
import { readJson } from '../../runtime/read-json.ts';
import { Login } from '../../schema/sessions.ts';

function refusal(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

const Nested = z.strictObject({ name: z.string(), inner: z.strictObject({ size: z.number() }).optional() });

test('what fits comes back parsed', () => {
  expect(parsePart('body', Nested, { name: 'a' })).toEqual({ name: 'a' });
  expect(parsePart('query', undefined, {})).toEqual({});
  expect(parsePart('body', undefined, undefined)).toEqual({});
});

test('every issue has its path, and an unknown key is named where it stands', () => {
  const { status, code, message, extras } = refusal(() => parsePart('body', Nested, { inner: { size: '1', sice: 1 } }));
  expect({ status, code }).toEqual({ status: 400, code: 'invalid_input' });
  expect(message).toMatch(/^The body is not valid: name: /);
  expect(extras.issues?.map(({ path }) => path)).toEqual(['name', 'inner.size', 'inner.sice']);
});

test.each([5, 'text', null, [], [1], { a: 1 }, true])('%j is refused where nothing is taken', (value) => {
  expect(refusal(() => parsePart('body', undefined, value)).status).toBe(400);
});

test('a megabyte of nonsense does not come back as several', () => {
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, 1]));
  const long = { ['k'.repeat(1_000_000)]: 1 };
  for (const schema of [Login, undefined])
    for (const body of [keys, long])
      expect(JSON.stringify(refusal(() => parsePart('body', schema, body)).extras.issues).length).toBeLessThan(10_000);
});

const posted = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  new Request('http://localhost/', { method: 'POST', body, headers: type === '' ? {} : { 'content-type': type } });

test('a body is read as JSON, an absent one as undefined', async () => {
  expect(await readJson(posted('{"a":"ü"}', 'Application/JSON; charset=utf-8'))).toEqual({ a: 'ü' });
  expect(await readJson(posted(''))).toBeUndefined();
});

test('400 for bytes that are no UTF-8, instead of a replacement character in what is stored', async () => {
  const bytes = Uint8Array.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]);
  await expect(readJson(posted(bytes))).rejects.toMatchObject({ status: 400, code: 'invalid_json' });
});

test('415 for another media type', async () => {
  await expect(readJson(posted('a=1', 'application/x-www-form-urlencoded'))).rejects.toMatchObject({ status: 415 });
});

test('a broken body is nowhere quoted: what surrounds the mistake may be a password', async () => {
  const problem = await readJson(posted('{"password":hunter2}')).catch((error: unknown) => error);
  if (!(problem instanceof Problem)) throw new Error('it was accepted');
  expect(problem.cause).toBeUndefined();
  expect(problem.message).not.toContain('hunter2');
});
