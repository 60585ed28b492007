import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../domain/problem.ts';
import { parsePart } from '../../runtime/parse.ts';
import { AlertSuppressionCreate } from '../../schema/alert-suppressions.ts';
import { CheckCreate, CheckUpdate } from '../../schema/checks.ts';
import { Id, Limit, Name, TimestampInput } from '../../schema/common.ts';
import { ScheduleSent, TaskCreate } from '../../schema/tasks.ts';
import { Email } from '../../schema/users.ts';
import { Env } from '../../schema/variables.ts';

/** What a caller is told, field by field. */
function issuesOf(schema: z.ZodType, body: unknown) {
  try {
    parsePart('body', schema, body);
  } catch (error) {
    if (error instanceof Problem) return error.extras.issues;
    throw error;
  }
  throw new Error('it was accepted');
}

const time = 'must be a time with zone, as 2026-11-20T17:36:00Z';

test.each<[string, z.ZodType, unknown, string]>([
  ['nothing', z.number(), undefined, 'is required'],
  ['nothing where there is a choice', z.enum(['a', 'b']), undefined, 'is required'],
  ['nothing where there are two forms', Id.or(z.literal('none')), undefined, 'is required'],
  ['text for a number', z.number(), '5', 'must be a number'],
  ['null for a number', z.number(), null, 'must be a number'],
  ['letters for a limit', Limit, 'many', 'must be a number'],
  ['a number for text', z.string(), 5, 'must be a string'],
  ['text for a yes or no', z.boolean(), 'yes', 'must be true or false'],
  ['one for several', z.array(z.string()), 'a', 'must be a list'],
  ['a list for an object', z.strictObject({}), [], 'must be an object'],
  ['text for a record', Env, 'A=1', 'must be an object'],
  ['a fraction', z.number().int(), 1.5, 'must be a whole number'],
  ['too little', z.number().min(10), 9, 'must be at least 10'],
  ['too little by a hair', z.number().gt(0), 0, 'must be more than 0'],
  ['too much', z.number().max(10), 11, 'must be at most 10'],
  ['too much by a hair', z.number().lt(10), 10, 'must be less than 10'],
  ['no step', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  ['an empty name', Name, '  ', 'must not be empty'],
  ['an empty list', z.array(z.string()).min(1), [], 'must not be empty'],
  ['a short text', z.string().min(3), 'ab', 'must have at least 3 characters'],
  ['a long name', Name, 'a'.repeat(201), 'must have at most 200 characters'],
  ['a long list', z.array(z.number()).max(1), [1, 2], 'must have at most 1 items'],
  ['a text of another length', z.string().length(6), 'ab', 'must have exactly 6 characters'],
  ['no id', Id, 'seven', 'must be an id'],
  ['no time', TimestampInput, 'tomorrow', time],
  ['a time of no zone', TimestampInput, '2026-11-20T17:36:00', time],
  ['no mail address', Email, 'ann', 'must be a mail address'],
  ['no address', z.url(), 'x', 'must be an address, as https://www.example.com/'],
  ['another pattern', z.string().regex(/^[0-9a-f]{64}$/), 'x', 'must match /^[0-9a-f]{64}$/'],
  ['another choice', z.enum(['a', 'b', 'c']), 'd', 'must be one of a, b, c'],
  ['another word', z.literal('none'), 'all', 'must be "none"'],
  ['neither form', z.number().or(z.literal('')), true, 'must be a number or empty'],
  [
    'a name of a variable',
    Env,
    { '1': '' },
    'the name must be letters, digits and underscores, and begin with no digit',
  ],
  ['what the schema has words for', z.string().min(2, 'is too short to find'), 'a', 'is too short to find'],
])('%s is refused in words', (_, field, value, message) => {
  const issues = issuesOf(z.strictObject({ field }), { field: value });
  expect(issues?.map((issue) => issue.message)).toEqual([message]);
});

test.each([[undefined], [null], ['text'], [[]], [5]])('a body of %j is asked to be an object', (body) => {
  for (const schema of [CheckCreate, TaskCreate, ScheduleSent, AlertSuppressionCreate])
    expect(issuesOf(schema, body)).toEqual([{ path: '', message: 'send a JSON object' }]);
});

test('a time that is out of what can be stored is told so, and nothing else', () => {
  for (const ends_at of ['0000-01-01T00:00:00Z', '2026-11-20T17:36:00+20:00'])
    expect(issuesOf(AlertSuppressionCreate, { kind: 'silence', ends_at })).toEqual([
      { path: 'ends_at', message: 'must lie in the years 1 to 9999, less than 16 hours from UTC' },
    ]);
});

test('a form that a field names: which there are, or that it is missing', () => {
  const path = 'schedule_kind';
  expect(issuesOf(ScheduleSent, { schedule_kind: 'hourly' })).toEqual([
    { path, message: 'must be one of interval, daily, weekly, once' },
  ]);
  expect(issuesOf(ScheduleSent, {})).toEqual([{ path, message: 'is required' }]);
});

describe('what is judged by a schema inside of a schema', () => {
  const owner = { policy_id: '018f0000-0000-7000-8000-000000000000' };
  const check = { name: 'c', ...owner };

  test('the config of a check', () => {
    expect(issuesOf(CheckCreate, { ...check, type: 'tcp', config: { host: '', port: '1' } })).toEqual([
      { path: 'config.host', message: 'must not be empty' },
      { path: 'config.host', message: 'must be a host name or an address' },
      { path: 'config.port', message: 'must be a number' },
    ]);
  });

  test('each key that a config does not have, where it stands, with those that it has', () => {
    const takes = 'the config of a ping check takes host, count';
    expect(issuesOf(CheckCreate, { ...check, type: 'ping', config: { host: 'a', hots: 1, cuont: 2 } })).toEqual([
      { path: 'config.hots', message: `unknown key hots; ${takes}` },
      { path: 'config.cuont', message: `unknown key cuont; ${takes}` },
    ]);
    expect(issuesOf(CheckCreate, { ...check, type: 'memory', config: { a: 1 } })).toEqual([
      { path: 'config.a', message: 'unknown key a; the config of a memory check takes no keys' },
    ]);
  });

  test('a megabyte of keys in a config does not come back', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, 1]));
    for (const config of [many, { ['k'.repeat(1_000_000)]: 1 }])
      expect(JSON.stringify(issuesOf(CheckCreate, { ...check, type: 'memory', config })).length).toBeLessThan(10_000);
  });

  test('the schedule of a task', () => {
    const task = { name: 't', shell: 'sh', script: 'true', ...owner };
    expect(issuesOf(TaskCreate, { ...task, schedule_kind: 'interval' })).toEqual([
      { path: 'interval_sec', message: 'is required' },
    ]);
  });
});

test('a change of a check has the bounds of a new one', () => {
  for (const [field, value, message] of [
    ['interval_sec', 9, 'must be at least 10'],
    ['timeout_sec', 86_401, 'must be at most 86400'],
    ['failure_count', 1.5, 'must be a whole number'],
    ['recovery_count', 0, 'must be at least 1'],
    ['hysteresis', 101, 'must be at most 100'],
    ['cooldown_sec', -1, 'must be at least 0'],
  ] as const)
    expect(issuesOf(CheckUpdate, { [field]: value })).toEqual([{ path: field, message }]);
});
