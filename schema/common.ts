/** Shapes that every noun shares: ids, times, pages, refusals. See CONTRACT.md, HTTP conventions. */
import { z } from 'zod';

/** A UUIDv7 string (RFC 9562) as every id of Muster is; any UUID version is accepted on the way in. */
export const Id = z.guid().toLowerCase().meta({ id: 'Id', description: 'UUIDv7' });
export type Id = z.infer<typeof Id>;

/** RFC 3339 in UTC with milliseconds, e.g. `2026-11-20T09:31:27.123Z`; PostgreSQL knows no year 0. */
export const Timestamp = z.iso
  .datetime({ offset: false, precision: 3 })
  .refine((value) => !value.startsWith('0000'), 'must lie in the years 1 to 9999')
  .meta({ id: 'Timestamp' });

/** In the years 1 to 9999 of UTC, whatever its offset says. */
const isStorable = (ms: number) =>
  ms >= Date.parse('0001-01-01T00:00:00Z') && ms <= Date.parse('9999-12-31T23:59:59.999Z');

/** RFC 3339 with any precision, as callers write it in filters; offsets as far as PostgreSQL takes them. */
export const TimestampInput = z.iso
  .datetime({ offset: true, abort: true })
  .refine(
    (value) => isStorable(Date.parse(value)) && !value.startsWith('0000') && !/[+-](1[6-9]|2\d):\d\d$/.test(value),
    'must lie in the years 1 to 9999, less than 16 hours from UTC',
  );

/** Text that PostgreSQL and JSON can hold: no NUL and no lone surrogate (both would be lost or refused further in). */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain NUL or lone surrogates');

/** A name a person gives to something: 1 to 200 characters that are not all white space, kept trimmed. */
export const Name = text(200).trim().min(1);

/** `limit` of a list: 1 to 1000, default 200. Query strings carry digits. */
export const Limit = z.coerce
  .number<number | string>()
  .int()
  .min(1)
  .max(1000)
  .default(200)
  .describe('Entries of one answer; next_cursor leads to more');

/** Opaque position in a keyset-paginated list, as `next_cursor` gave it; it may hold a hostname of 255 letters of four bytes. */
export const Cursor = text(4000, 1).describe(
  'next_cursor of the answer before, to get what follows; the other inputs stay as they were',
);

export const Page = z.strictObject({ limit: Limit, cursor: Cursor.optional() });
export type Page = z.infer<typeof Page>;

/** `{id}` in a path. */
export const IdParam = z.strictObject({ id: Id });

/** An input that takes nothing. */
export const Nothing = z.strictObject({});

/** Body of every refusal outside the OAuth endpoints. */
export const ProblemBody = z
  .object({
    error: z.string(),
    code: z.string(),
    message: z.string().optional(),
    request_id: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
