import { expect, test } from 'vitest';
import { type Approval, approvableInPlace, deviceCount, proposalsOf } from '../../console/pages/approvals/proposals.ts';

const person = { kind: 'user', id: 'p1', name: 'tomas', client_host: null, on_behalf_of: null } as const;

function approval(changes: Partial<Approval>): Approval {
  return {
    id: 'b1',
    kind: 'jobs',
    standing: null,
    batch_id: 'b1',
    job_id: 'j1',
    description: 'Load',
    shell: 'bash',
    source: 'bulk',
    proposed_by: person,
    risk_hints: [],
    content_sha256: 'aa',
    client_id: 'c1',
    client_name: 'Halvorsen Marine',
    agent_hostname: 'hlv-1',
    device_count: 4,
    offline_count: 1,
    same_as_approved: true,
    created_at: '2026-11-20T10:00:00.000Z',
    ...changes,
  };
}
const other = approval({
  id: 'b2',
  batch_id: 'b2',
  job_id: 'j2',
  client_id: 'c2',
  client_name: 'Pinefold',
  device_count: 7,
});

test('batches of one proposal in several companies are one row, decided company by company', () => {
  const [proposal, ...rest] = proposalsOf([approval({}), other], undefined);
  expect(rest).toEqual([]);
  expect(proposal?.parts.map(({ company, devices }) => `${company} ${devices}`)).toEqual([
    'Halvorsen Marine 4',
    'Pinefold 7',
  ]);
});

test('another text, another moment or another proposer is another proposal', () => {
  for (const change of [
    { content_sha256: 'bb' },
    { created_at: '2026-11-20T10:00:00.001Z' },
    { proposed_by: { ...person, id: 'p2' } },
  ])
    expect(proposalsOf([approval({}), { ...other, ...change }], undefined)).toHaveLength(2);
});

test('single jobs are never taken together', () => {
  const alone = { batch_id: null, source: 'console' as const };
  expect(proposalsOf([approval(alone), approval({ ...alone, id: 'j2', job_id: 'j2' })], undefined)).toHaveLength(2);
});

test('with a company chosen, only its part is there and counts', () => {
  const [proposal] = proposalsOf([approval({}), other], 'c2');
  expect(proposal?.id).toBe('b2');
  expect(deviceCount(proposal?.parts ?? [])).toBe(7);
});

test('in place is approved only what is the same as before, without a hint, for at most ten devices', () => {
  const inPlace = (...approvals: Approval[]) => proposalsOf(approvals, undefined).map(approvableInPlace);
  expect(inPlace(approval({}))).toEqual([true]);
  expect(inPlace(approval({ device_count: 10 }))).toEqual([true]);
  expect(inPlace(approval({ device_count: 11 }))).toEqual([false]);
  expect(inPlace(approval({}), other)).toEqual([false]);
  expect(inPlace(approval({ same_as_approved: false }))).toEqual([false]);
  expect(inPlace(approval({ risk_hints: [{ kind: 'deletes', line: 2 }] }))).toEqual([false]);
});
