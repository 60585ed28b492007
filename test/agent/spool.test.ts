import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../agent/spool/ledger.ts';
import { openSpool } from '../../agent/spool/spool.ts';
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
    for (const id of ids) spool.addJob(job(id, `echo ${id}`), 'queued');
    spool.markStarted(numbered(3));
    const reopened = openSpool(folder);
    expect(reopened.jobs('queued')).toEqual([numbered(9), numbered(7)]);
    expect(reopened.jobs('started')).toEqual([numbered(3)]);
    expect(reopened.readJob(numbered(7)).script).toBe(`echo ${numbered(7)}`);
    expect(reopened.used()).toBe(total(sizeOf(folder)));
  });

  it('lets a result take the place of its job', () => {
    const folder = scratch();
    const spool = openSpool(folder);
    spool.addJob(job(JOB), 'started');
    expect(spool.addResult(finished(JOB, 'hello'))).toBe(true);
    const reopened = openSpool(folder);
    expect([reopened.jobs('started'), reopened.results(), reopened.has(JOB)]).toEqual([[], [JOB], true]);
    expect(JSON.parse(reopened.readResult(JOB)).stdout).toBe('hello');
    reopened.removeResult(JOB);
    expect([reopened.has(JOB), reopened.used(), sizeOf(folder)]).toEqual([false, 0, []]);
  });

  it('drops half-written files and passes over foreign ones', () => {
    const folder = scratch();
    openSpool(folder).addJob(job(JOB), 'queued');
    writeFileSync(join(folder, 'jobs', `000000000009-${OTHER}.queued.part`), '{');
    writeFileSync(join(folder, 'jobs', 'README'), 'x');
    expect(openSpool(folder).jobs('queued')).toEqual([JOB]);
    expect(readdirSync(join(folder, 'jobs')).sort()).toEqual([`000000000001-${JOB}.queued`, 'README']);
  });

  it('drops the output of the oldest results when it is full, and never exceeds its limit', () => {
    const folder = scratch();
    const spool = openSpool(folder, 4 * MIB);
    for (let number = 0; number < 8; number++) {
      expect(spool.addResult(finished(numbered(number), 'x'.repeat(MIB - 1000)))).toBe(true);
      expect(total(sizeOf(folder))).toBeLessThanOrEqual(4 * MIB);
    }
    const results = spool.results().map((id) => JobResult.parse(JSON.parse(spool.readResult(id))));
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
    expect(spool.used()).toBe(total(sizeOf(folder)));
  });

  it('takes a job by dropping output, and none when results alone fill it', () => {
    const limit = 128 * 1024;
    const spool = openSpool(scratch(), limit);
    spool.addResult(finished(numbered(0), 'x'.repeat(limit - 2000)));
    expect(spool.addJob(job(JOB), 'queued')).toBe(true);
    expect(JSON.parse(spool.readResult(numbered(0))).output_truncated).toBe(true);
    let number = 1;
    while (spool.addResult(finished(numbered(number), 'out'))) number++;
    expect(spool.addJob(job(OTHER), 'queued')).toBe(false);
    expect(spool.has(OTHER)).toBe(false);
    expect(spool.used()).toBeLessThanOrEqual(limit);
    // The result of the job that was taken still has its place.
    expect(spool.addResult(finished(JOB, 'out'))).toBe(true);
  });

  it('keeps room for the result of every job it took', () => {
    const spool = openSpool(scratch(), 256 * 1024);
    const ids: string[] = [];
    while (spool.addJob(job(numbered(ids.length)), 'queued')) ids.push(numbered(ids.length));
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids)
      expect(spool.addResult({ ...finished(id, 'x'.repeat(10_000)), error: 'e'.repeat(500) })).toBe(true);
    expect(spool.results()).toEqual(ids);
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
      queued: spool.jobs('queued'),
      started: spool.jobs('started'),
      results: spool.results(),
      known: spool.has(JOB),
      done: ledger.has(JOB),
    }).toEqual(expected);
  });

  it('between storing a result and removing its job leaves the result', () => {
    const folder = scratch();
    const spool = openSpool(folder);
    spool.addResult(finished(JOB, 'done'));
    writeFileSync(join(folder, 'jobs', `000000000009-${JOB}.started`), JSON.stringify(job(JOB)));
    const reopened = openSpool(folder);
    expect([reopened.jobs('started'), reopened.results()]).toEqual([[], [JOB]]);
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
