/** How PostgreSQL's types look in TypeScript, for postgres.js. Numbers are those of pg_type.dat, which never change. */
import { parseArray, serializeArray } from './database-arrays.ts';

type Codec = { parse: (text: string) => unknown; serialize: (value: unknown) => string };

const text: Codec = { parse: String, serialize: String };
const number: Codec = { parse: Number, serialize: String };
const boolean: Codec = { parse: (value) => value === 't', serialize: (value) => (value ? 't' : 'f') };
const json: Codec = { parse: (value) => JSON.parse(value), serialize: (value) => JSON.stringify(value) };
const bigint: Codec = { parse: parseBigint, serialize: String };
const timestamptz: Codec = { parse: parseTimestamp, serialize: serializeTimestamp };

/** Scalars that postgres.js reads otherwise: as text, or as a Date that has lost the day or the microseconds. */
const SCALARS = { bigint: { oid: 20, ...bigint }, date: { oid: 1184, ...timestamptz }, day: { oid: 1082, ...text } };

/** Types of arrays with the codec of an element. */
const ARRAYS = {
  bools: { oid: 1000, ...boolean },
  smallints: { oid: 1005, ...number },
  integers: { oid: 1007, ...number },
  bigints: { oid: 1016, ...bigint },
  reals: { oid: 1021, ...number },
  doubles: { oid: 1022, ...number },
  numerics: { oid: 1231, ...text },
  names: { oid: 1003, ...text },
  texts: { oid: 1009, ...text },
  varchars: { oid: 1015, ...text },
  chars: { oid: 1002, ...text },
  uuids: { oid: 2951, ...text },
  inets: { oid: 1041, ...text },
  cidrs: { oid: 651, ...text },
  days: { oid: 1182, ...text },
  times: { oid: 1185, ...timestamptz },
  jsons: { oid: 199, ...json },
  jsonbs: { oid: 3807, ...json },
};

/**
 * The `types` option. postgres.js would ask each new connection for the array types instead, and ends the process when the
 * connection is lost meanwhile (its promise is not handled); its own arrays also turn null into the text NULL.
 */
export const TYPES = Object.fromEntries([
  ...Object.entries(SCALARS).map(([name, { oid, ...codec }]) => [name, { to: oid, from: [oid], ...codec }]),
  ...Object.entries(ARRAYS).map(([name, { oid, parse, serialize }]) => {
    const array = { parse: (value: string) => parseArray(value, parse), serialize: serializeArrayOf(serialize) };
    return [name, { to: oid, from: [oid], ...array }];
  }),
]);

/** A text goes through as it is: an array that a caller has written in PostgreSQL's own form. */
function serializeArrayOf(serialize: Codec['serialize']) {
  return (value: unknown): string => (Array.isArray(value) ? serializeArray(value, serialize) : String(value));
}

function parseBigint(value: string): number {
  const result = Number(value);
  if (!Number.isSafeInteger(result)) throw new Error(`bigint ${value} is beyond what a number holds exactly`);
  return result;
}

/** PostgreSQL's `2026-11-20 09:31:27.123456+00` as `2026-11-20T09:31:27.123Z`; microseconds are cut, as rfc3339() does in SQL. */
function parseTimestamp(value: string): string {
  const [, date, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(value) ?? [];
  if (date === undefined) throw new Error(`timestamp ${value} is not a UTC time of the years 1 to 9999`);
  return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** Text goes to PostgreSQL as it is, so that microseconds in a filter survive. */
function serializeTimestamp(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
