/** Checks of the machine itself, by what it says now or what a test has recorded. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sampleCpu } from '../../agent/checks/cpu-samples.ts';
import { prepare } from '../../agent/checks/registry.ts';
import { valueAndRest } from '../../agent/checks/script.ts';
import { scratch } from './agents.ts';
import { reading } from './reading.ts';
import { standIns } from './surroundings.ts';

describe('a figure of the machine', () => {
  it.each([
    ['diskspace', { mount: '/' }],
    ['diskspace', {}],
    ['memory', {}],
    ['swap', {}],
    ['cpuload', { window_sec: 1 }],
  ])('%s %j is a percentage', async (type, config) => {
    const said = await reading(type, config);
    expect(said.verdict).toBe('ok');
    expect(said.value).toBeGreaterThanOrEqual(0);
    expect(said.value).toBeLessThanOrEqual(100);
  });

  it.each(['load', 'uptime'])('%s is a number', async (type) => {
    expect(await reading(type)).toMatchObject({ verdict: 'ok', value: expect.any(Number) });
  });

  it('disk space is that of the fullest volume, as df counts it', async () => {
    const volumes = async () => [
      { mount: '/', used_bytes: 40, available_bytes: 60 },
      { mount: '/data', used_bytes: 90, available_bytes: 10 },
    ];
    const said = await reading('diskspace', { mount: 'all' }, { platform: { volumes } });
    expect(said).toMatchObject({ verdict: 'ok', value: 90 });
    expect(said.output).toContain('/data is 90.0 % full');
    expect(said.output).toContain('/ 40.0 %');
  });

  it('a mount that is not there is an error; a machine without volumes is unknown', async () => {
    expect(await reading('diskspace', { mount: scratch() })).toMatchObject({ verdict: 'error', value: null });
    expect(await reading('diskspace', {}, { platform: { volumes: async () => [] } })).toMatchObject({
      verdict: 'unknown',
    });
  });

  it('memory counts what is available, not what is free', async () => {
    const memory = async () => ({ total_bytes: 1000, available_bytes: 750 });
    expect(await reading('memory', {}, { platform: { memory } })).toMatchObject({ value: 25 });
  });

  it('swap is 0 % where there is none', async () => {
    const swap = async () => ({ total_bytes: 0, used_bytes: 0 });
    expect(await reading('swap', {}, { platform: { swap } })).toMatchObject({ verdict: 'ok', value: 0 });
  });
});

describe('the load of the processors', () => {
  it('is measured over the window from samples, without waiting for it', () => {
    let at = 0;
    const counters = () => ({ busy: at < 60_000 ? 0 : at - 60_000, total: at + 1 });
    const samples = sampleCpu(counters, () => at);
    onTestFinished(() => samples.stop());
    for (at = 5000; at < 120_000; at += 5000) samples.take();
    at = 120_000;
    expect(samples.over(60_000)).toMatchObject({ percent: 100, windowMs: 60_000 });
    expect(samples.over(120_000)?.percent).toBeCloseTo(50, 0);
    expect(samples.over(600_000)).toMatchObject({ windowMs: 120_000 });
  });

  it('is that since its start in an agent that is younger than the window', async () => {
    expect((await reading('cpuload', { window_sec: 600 })).output).toMatch(/over the last \d{1,2} s/);
  });

  it('starts anew behind counters that could not be read', () => {
    let at = 0;
    let broken = false;
    const read = () => {
      if (broken) throw new Error('gone');
      return { busy: at, total: 2 * at };
    };
    const samples = sampleCpu(read, () => at);
    onTestFinished(() => samples.stop());
    broken = true;
    at = 5000;
    samples.take();
    expect(() => samples.over(1000)).toThrow('gone');
    broken = false;
    expect(samples.over(1000)).toBeUndefined();
  });
});

describe('service', () => {
  const state = (value: string) => `LoadState=loaded\\nActiveState=${value}\\nSubState=x\\n`;

  it.each([
    ['active', 'ok'],
    ['activating', 'warning'],
    ['inactive', 'error'],
    ['failed', 'error'],
  ])('that is %s is %s', async (active, verdict) => {
    const env = standIns({ systemctl: `printf '${state(active)}'` });
    expect(await reading('service', { name: 'nginx' }, { env })).toMatchObject({ verdict, value: null });
  });

  it('that stopped is restarted, which is a warning although it runs again', async () => {
    const folder = scratch();
    const env = standIns({
      systemctl: `echo "$@" >> ${folder}/asked
case "$*" in *restart*) touch ${folder}/up;; *) test -e ${folder}/up && printf '${state('active')}' || printf '${state('failed')}';; esac`,
    });
    const said = await reading('service', { name: 'nginx', restart_if_stopped: true }, { env });
    expect(said).toMatchObject({ verdict: 'warning', output: expect.stringContaining('restarted and runs again') });
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toContain('--no-ask-password restart -- nginx');
    const after = await reading('service', { name: 'nginx', restart_if_stopped: true }, { env });
    expect(after).toMatchObject({ verdict: 'ok' });
  });

  it('that cannot be restarted is an error that says why', async () => {
    const env = standIns({
      systemctl: `case "$*" in *restart*) echo "Job for nginx.service failed." >&2; exit 1;; esac; printf '${state('failed')}'`,
    });
    const said = await reading('service', { name: 'nginx', restart_if_stopped: true }, { env });
    expect(said).toMatchObject({ verdict: 'error', output: expect.stringContaining('Job for nginx.service failed.') });
  });

  it('that was not told to be restarted is left alone, and so is one that does not exist', async () => {
    const folder = scratch();
    const env = standIns({ systemctl: `echo "$@" >> ${folder}/asked; printf '${state('failed')}'` });
    await reading('service', { name: 'nginx' }, { env });
    expect(readFileSync(join(folder, 'asked'), 'utf8')).not.toContain('restart');
    const none = async () => ({ state: 'missing' as const, words: 'missing' });
    const said = await reading('service', { name: 'nginx', restart_if_stopped: true }, { platform: { service: none } });
    expect(said).toMatchObject({ verdict: 'error', output: 'There is no service nginx on this machine.' });
  });
});

describe('process', () => {
  const running = (count: number) => ({ platform: { countProcesses: async () => count } });

  it.each([
    [{}, 1, 'ok'],
    [{}, 0, 'error'],
    [{ min_count: 0, max_count: 0 }, 0, 'ok'],
    [{ min_count: 0, max_count: 0 }, 1, 'error'],
    [{ min_count: 2, max_count: 3 }, 3, 'ok'],
    [{ min_count: 2, max_count: 3 }, 4, 'error'],
  ])('%j with %i running is %s', async (config, count, verdict) => {
    expect(await reading('process', { name: 'x', ...config }, running(count))).toMatchObject({ verdict, value: count });
  });
});

describe('eventlog', () => {
  it('counts, and shows the last messages', async () => {
    const env = standIns({ journalctl: `printf '{"MESSAGE":"one"}\\n{"MESSAGE":"two"}\\n'` });
    expect(await reading('eventlog', { window_min: 5 }, { env })).toEqual({
      verdict: 'ok',
      value: 2,
      output: '2 events in the last 5 minutes.\none\ntwo',
    });
  });
});

describe('file', () => {
  function written(minutesAgo: number, bytes = 10) {
    const path = join(scratch(), 'backup.tar');
    writeFileSync(path, 'x'.repeat(bytes));
    const at = (Date.now() - minutesAgo * 60_000) / 1000;
    utimesSync(path, at, at);
    return path;
  }

  it.each([
    [{ max_age_min: 60 }, 59, 10, 'ok'],
    [{ max_age_min: 60 }, 61, 10, 'error'],
    [{ max_size_mb: 0.001 }, 0, 1000, 'ok'],
    [{ max_size_mb: 0.001 }, 0, 1001, 'error'],
  ])('%j of one written %i minutes ago with %i bytes is %s', async (config, age, bytes, verdict) => {
    expect(await reading('file', { path: written(age, bytes), ...config })).toMatchObject({ verdict });
  });

  it('that is missing is an error unless it may be', async () => {
    const path = join(scratch(), 'none');
    expect(await reading('file', { path })).toMatchObject({ verdict: 'error' });
    expect(await reading('file', { path, must_exist: false })).toMatchObject({ verdict: 'ok' });
  });

  it('takes a path as it is, from the root', async () => {
    const folder = scratch();
    mkdirSync(join(folder, 'a'));
    expect(await reading('file', { path: join(folder, '*') })).toMatchObject({ verdict: 'error' });
    expect(await reading('file', { path: 'relative' })).toMatchObject({ verdict: 'unknown' });
  });
});

describe('reboot, patchage and uptime', () => {
  it('a pending restart is a warning with its reasons', async () => {
    const wants = async () => ['linux-image-6.1', 'libc6'];
    expect(await reading('reboot', {}, { platform: { rebootReasons: wants } })).toEqual({
      verdict: 'warning',
      value: null,
      output: 'A restart is pending: linux-image-6.1, libc6',
    });
    const none = async () => [];
    expect(await reading('reboot', {}, { platform: { rebootReasons: none } })).toMatchObject({ verdict: 'ok' });
  });

  it('days since the last patch; unknown when nothing tells', async () => {
    const lastPatch = async () => new Date('2026-11-10T12:00:00Z');
    const now = new Date('2026-11-20T00:00:00Z');
    expect(await reading('patchage', {}, { platform: { lastPatch }, now })).toMatchObject({
      verdict: 'ok',
      value: 9.5,
    });
    const never = async () => null;
    expect(await reading('patchage', {}, { platform: { lastPatch: never } })).toMatchObject({ verdict: 'unknown' });
  });
});

describe('what an agent does not know', () => {
  it.each([
    ['colour', {}],
    ['offline', {}],
    ['toString', {}],
    ['memory', { of: 'whom' }],
    ['tcp', { host: 'x', port: 70_000 }],
    ['http', { url: 'file:///etc/passwd' }],
    ['service', { name: '-H' }],
  ])('%s %j', (type, config) => {
    expect(prepare(type, config)).toBeUndefined();
  });
});

describe('the first line of a script', () => {
  it.each([
    ['value=12.5\nmore', 12.5, 'more'],
    ['value=-3', -3, ''],
    ['value=1e3\r\nvalue=4\r\n', 1000, 'value=4\r\n'],
    ['VALUE=.5\n', 0.5, ''],
    ['value=12 %\n', null],
    ['first\nvalue=1\n', null],
    ['value=\n1', null],
    ['value=NaN\n', null],
    ['', null],
  ])('%j gives %s, and the line is no output', (output, value, rest = output) => {
    expect(valueAndRest(output)).toEqual({ value, rest });
  });
});
