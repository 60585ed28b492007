/** The condition of the indexes on open jobs is written out in SQL; here it is held against the state machine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finishedStates } from '../../../domain/jobs/transitions.ts';
import { jobStatuses } from '../../../schema/jobs.ts';

const open = jobStatuses.filter((status) => !finishedStates.includes(status)).map((status) => `'${status}'`);
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

test('an open job is one that something still leaves, in the queries and in both of their indexes', () => {
  const condition = `in (${open.join(', ')})`;
  expect(read('domain/jobs/transitions.ts')).toContain(condition);
  expect(read('schema/migrations/000015_tasks.sql').split(`status ${condition}`)).toHaveLength(3);
});
