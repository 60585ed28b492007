import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../agent/spool/ledger.ts';
import {
  addJob,
  addResult,
  isSpooled,
  jobIds,
  markStarted,
  openSpool,
  readJob,
  readResult,
  removeResult,
  resultIds,
  usedBytes,
} from '../../agent/spool/spool.ts';
import { JobResult } from '../../schema/agent.ts';
import { scratch } from './agents.ts';
import { finished, JOB, numbered, OTHER } from './spool-fixtures.ts';

const MIB = 1024 * 1024;
const job = (job_id: string, script = 'true') => ({ job_id, shell: 'sh' as const, script, timeout_sec: 60 });
const sizeOf = (folder: string) =>
  ['jobs', 'results'].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => statSync(join(folder, name, file)).size),
  );
const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);

describe('the spool', () => {
  it('gives jobs back in the order of their arrival, also after a restart', () => {
    const folder = scratch();
    const spool = openSpool(folder);
    const ids = [9, 3, 7].map(numbered);
    for (const id of ids) addJob(spool, job(id, `echo ${id}`), 'queued');
    markStarted(spool, numbered(3));
    const reopened = openSpool(folder);
    expect(jobIds(reopened, 'queued')).toEqual([numbered(9), numbered(7)]);
    expect(jobIds(reopened, 'started')).toEqual([numbered(3)]);
    expect(readJob(reopened, numbered(7)).script).toBe(`echo ${numbered(7)}`);
    expect(usedBytes(reopened)).toBe(total(sizeOf(folder)));
  });

  it('lets a result take the place of its job', () => {
    const folder = scratch();
    const spool = openSpool(folder);
    addJob(spool, job(JOB), 'started');
    expect(addResult(spool, finished(JOB, 'hello'))).toBe(true);
    const reopened = openSpool(folder);
    expect([jobIds(reopened, 'started'), resultIds(reopened), isSpooled(reopened, JOB)]).toEqual([[], [JOB], true]);
    expect(JSON.parse(readResult(reopened, JOB)).stdout).toBe('hello');
    removeResult(reopened, JOB);
    expect([isSpooled(reopened, JOB), usedBytes(reopened), sizeOf(folder)]).toEqual([false, 0, []]);
  });

  it('drops half-written files and passes over foreign ones', () => {
    const folder = scratch();
    addJob(openSpool(folder), job(JOB), 'queued');
    writeFileSync(join(folder, 'jobs', `000000000009-${OTHER}.queued.part`), '{');
    writeFileSync(join(folder, 'jobs', 'README'), 'x');
    expect(jobIds(openSpool(folder), 'queued')).toEqual([JOB]);
    expect(readdirSync(join(folder, 'jobs')).sort()).toEqual([`000000000001-${JOB}.queued`, 'README']);
  });

  it('drops the output of the oldest results when it is full, and never exceeds its limit', () => {
    const folder = scratch();
    const spool = openSpool(folder, 4 * MIB);
    for (let number = 0; number < 8; number++) {
      expect(addResult(spool, finished(numbered(number), 'x'.repeat(MIB - 1000)))).toBe(true);
      expect(total(sizeOf(folder))).toBeLessThanOrEqual(4 * MIB);
    }
    const results = resultIds(spool).map((id) => JobResult.parse(JSON.parse(readResult(spool, id))));
    expect(results.map(({ output_truncated }) => output_truncated)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(results[0]).toMatchObject({ exit_code: 0, stdout: `\n… ${MIB - 1000} bytes omitted …\n` });
    expect(usedBytes(spool)).toBe(total(sizeOf(folder)));
  });

  it('takes a job by dropping output, and none when results alone fill it', () => {
    const limit = 128 * 1024;
    const spool = openSpool(scratch(), limit);
    addResult(spool, finished(numbered(0), 'x'.repeat(limit - 2000)));
    expect(addJob(spool, job(JOB), 'queued')).toBe(true);
    expect(JSON.parse(readResult(spool, numbered(0))).output_truncated).toBe(true);
    let number = 1;
    while (addResult(spool, finished(numbered(number), 'out'))) number++;
    expect(addJob(spool, job(OTHER), 'queued')).toBe(false);
    expect(isSpooled(spool, OTHER)).toBe(false);
    expect(usedBytes(spool)).toBeLessThanOrEqual(limit);
    // The result of the job that was taken still has its place.
    expect(addResult(spool, finished(JOB, 'out'))).toBe(true);
  });

  it('keeps room for the result of every job it took', () => {
    const spool = openSpool(scratch(), 256 * 1024);
    const ids: string[] = [];
    while (addJob(spool, job(numbered(ids.length)), 'queued')) ids.push(numbered(ids.length));
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids)
      expect(addResult(spool, { ...finished(id, 'x'.repeat(10_000)), error: 'e'.repeat(500) })).toBe(true);
    expect(resultIds(spool)).toEqual(ids);
  });
});

describe('a crash', () => {
  const child = fileURLToPath(new URL('./spool-child.ts', import.meta.url));

  it.each([
    ['accepted', { queued: [JOB, OTHER], started: [], results: [], known: true, done: false }],
    ['started', { queued: [OTHER], started: [JOB], results: [], known: true, done: false }],
    ['finished', { queued: [OTHER], started: [], results: [JOB], known: true, done: false }],
    ['recorded', { queued: [OTHER], started: [], results: [JOB], known: true, done: true }],
    ['acknowledged', { queued: [OTHER], started: [], results: [], known: false, done: true }],
  ])('after the job was %s loses nothing', (step, expected) => {
    const folder = scratch();
    expect(spawnSync(process.execPath, [child, folder, step]).signal).toBe('SIGKILL');
    const spool = openSpool(join(folder, 'spool'));
    const ledger = openLedger(join(folder, 'ledger'), () => new Date());
    expect({
      queued: jobIds(spool, 'queued'),
      started: jobIds(spool, 'started'),
      results: resultIds(spool),
      known: isSpooled(spool, JOB),
      done: ledger.has(JOB),
    }).toEqual(expected);
  });

  it('between storing a result and removing its job leaves the result', () => {
    const folder = scratch();
    const spool = openSpool(folder);
    addResult(spool, finished(JOB, 'done'));
    writeFileSync(join(folder, 'jobs', `000000000009-${JOB}.started`), JSON.stringify(job(JOB)));
    const reopened = openSpool(folder);
    expect([jobIds(reopened, 'started'), resultIds(reopened)]).toEqual([[], [JOB]]);
    expect(readdirSync(join(folder, 'jobs'))).toEqual([]);
  });
});

describe('the ledger', () => {
  const day = 24 * 3600 * 1000;

  it('remembers across restarts, and survives a torn last line', () => {
    const path = join(scratch(), 'ledger');
    openLedger(path, () => new Date()).add(JOB);
    appendFileSync(path, OTHER.slice(0, 20));
    const reopened = openLedger(path, () => new Date());
    reopened.add(OTHER);
    const again = openLedger(path, () => new Date());
    expect([again.has(JOB), again.has(OTHER), again.has(numbered(1))]).toEqual([true, true, false]);
  });

  it('forgets ids that are a month old', () => {
    const path = join(scratch(), 'ledger');
    let now = Date.now();
    openLedger(path, () => new Date(now)).add(JOB);
    now += 29 * day;
    expect(openLedger(path, () => new Date(now)).has(JOB)).toBe(true);
    now += 2 * day;
    expect(openLedger(path, () => new Date(now)).has(JOB)).toBe(false);
  });

  it('is bounded: the newest ids stay', () => {
    const path = join(scratch(), 'ledger');
    const ledger = openLedger(path, () => new Date(), 10);
    for (let number = 0; number < 45; number++) ledger.add(numbered(number));
    expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThanOrEqual(21);
    const reopened = openLedger(path, () => new Date(), 10);
    expect([34, 35, 44].map((number) => reopened.has(numbered(number)))).toEqual([false, true, true]);
  });
});
