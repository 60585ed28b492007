/** What the console's client is typed by. The assertions are types: `tsc -p .` is what fails. */
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Api } from '../../handlers/index.ts';
import { everyone } from '../../runtime/access.ts';
import { type Contract, endpoint } from '../../runtime/endpoint.ts';

const shaped = endpoint(
  {
    route: 'POST /shaped/:id',
    summary: 'x',
    access: everyone,
    params: z.strictObject({ id: z.string().transform(Number) }),
    query: z.strictObject({ limit: z.coerce.number<number | string>().default(5) }),
    body: z.strictObject({ at: z.iso.datetime().transform((text) => new Date(text)), note: z.string().optional() }),
    output: z.object({ ok: z.boolean() }),
    audits: [],
  },
  (_ctx, { params, query, body }) => {
    expectTypeOf(params.id).toBeNumber();
    expectTypeOf(query.limit).toBeNumber();
    expectTypeOf(body.at).toEqualTypeOf<Date>();
    return { ok: true };
  },
);

test('a caller sends what goes into a transform, a handler gets what comes out of it', () => {
  type Shaped = Contract<typeof shaped>;
  expectTypeOf<Shaped['params']>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<Shaped['query']>().toEqualTypeOf<{ limit?: number | string | undefined }>();
  expectTypeOf<Shaped['body']>().toEqualTypeOf<{ at: string; note?: string | undefined }>();
  expectTypeOf<Shaped['output']>().toEqualTypeOf<{ ok: boolean }>();
});

test('what an endpoint does not take is undefined, and a route that does not exist is unknown', () => {
  expectTypeOf<Api['GET /api/clients']['body']>().toBeUndefined();
  expectTypeOf<'GET /api/nothing'>().not.toExtend<keyof Api>();
});

type Vague<T> = { [K in keyof T]-?: unknown extends T[K] ? K : never }[keyof T];
type VagueIn<R extends keyof Api> = Vague<Api[R]['params']> | Vague<Api[R]['query']> | Vague<Api[R]['body']>;

test('no route takes a key of unknown type, as z.coerce has without its type argument', () => {
  expectTypeOf<{ [R in keyof Api]: VagueIn<R> }[keyof Api]>().toBeNever();
});
