/** What is wrong with an input, in words for whoever wrote it: zod's own are those of a type checker. */
import type { z } from 'zod';

type Raw = z.core.$ZodRawIssue;

/** Of a key that the caller made up. */
const KEY_MAX = 100;

const types: Partial<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
};

const formats: Partial<Record<string, string>> = {
  guid: 'must be an id',
  uuid: 'must be an id',
  datetime: 'must be a time with zone, as 2026-11-20T17:36:00Z',
  date: 'must be a date, as 2026-11-20',
  email: 'must be a mail address',
  url: 'must be an address, as https://www.example.com/',
  base64: 'must be base64',
  base64url: 'must be base64url',
};

/**
 * For `safeParse(value, { error: issueWords })`: a short clause that goes after the name of the field. Messages that a schema
 * brings itself stay. Nothing of the input is repeated.
 */
export function issueWords(issue: Raw): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : types[issue.expected];
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : oneOf(issue.values);
    case 'too_small':
      return atLeast(issue.origin, issue.minimum, issue.inclusive ?? true, issue.exact ?? false);
    case 'too_big':
      return atMost(issue.origin, issue.maximum, issue.inclusive ?? true, issue.exact ?? false);
    case 'invalid_format':
      return formats[issue.format] ?? (issue.pattern ? `must match ${issue.pattern}` : 'has not the right form');
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return `the name ${issue.issues[0]?.message ?? 'does not fit'}`;
    case 'invalid_union':
      return noForm(issue);
    default:
      return undefined;
  }
}

function oneOf(values: readonly unknown[]): string {
  const [first] = values;
  if (values.length > 1) return `must be one of ${values.map(String).join(', ')}`;
  return first === '' ? 'must be empty' : `must be ${JSON.stringify(first)}`;
}

/** What is counted in a value of this kind; undefined for numbers, which are compared. */
const countedIn = (origin: string) =>
  origin === 'string' ? 'characters' : ['array', 'set', 'map'].includes(origin) ? 'items' : undefined;

function atLeast(origin: string, minimum: number | bigint | Date, inclusive: boolean, exact: boolean): string {
  const unit = countedIn(origin);
  if (!unit) return `must be ${inclusive ? 'at least' : 'more than'} ${minimum}`;
  if (Number(minimum) === 1 && !exact) return 'must not be empty';
  return `must have ${exact ? 'exactly' : 'at least'} ${minimum} ${unit}`;
}

function atMost(origin: string, maximum: number | bigint | Date, inclusive: boolean, exact: boolean): string {
  const unit = countedIn(origin);
  if (!unit) return `must be ${inclusive ? 'at most' : 'less than'} ${maximum}`;
  return `must have ${exact ? 'exactly' : 'at most'} ${maximum} ${unit}`;
}

/** Of forms that a field tells apart, the names; otherwise what each form would have wanted. */
function noForm(issue: Raw & { code: 'invalid_union' }): string {
  const { discriminator, input, options } = issue;
  if (input === undefined) return 'is required';
  if (typeof discriminator === 'string' && typeof input === 'object' && input !== null) {
    if (!Object.hasOwn(input, discriminator)) return 'is required';
    if (Array.isArray(options)) return oneOf(options);
  }
  const wanted = issue.errors.flatMap((form) => form.filter(({ path }) => path.length === 0).slice(0, 1));
  const [first, ...others] = new Set(wanted.map(({ message }) => message));
  return first ? [first, ...others.map((words) => words.replace(/^must be /, ''))].join(' or ') : 'does not fit';
}

/**
 * The issue as one per place: keys that nothing knows are each named where they stand.
 * @param most of the keys, since a caller can make up any number of them
 */
export function spread(issue: z.core.$ZodIssue, most: number): { path: PropertyKey[]; message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
  return issue.keys.slice(0, most).map((key) => ({ path: [...issue.path, key], message: unknownKey(key) }));
}

export const shownKey = (key: PropertyKey): string => String(key).slice(0, KEY_MAX);
export const unknownKey = (key: string): string => `unknown key ${shownKey(key)}`;
