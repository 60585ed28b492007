/** Samples of the machine's health: what is in one, and when one goes out. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sampleCpu } from '../../agent/checks/cpu-samples.ts';
import { openHealthReport } from '../../agent/health/report.ts';
import { ratesBetween, takeSample } from '../../agent/health/sample.ts';
import type { Connection } from '../../agent/link/session.ts';
import { type CheckPlatform, loadCheckPlatform, type NetworkCounters } from '../../agent/platform/checks.ts';
import { linuxChecks } from '../../agent/platform/linux/checks/index.ts';
import { Health } from '../../schema/agent-checks.ts';
import { scratch, startAgent, testServer, until } from './agents.ts';
import { surroundings } from './surroundings.ts';

const counters = (all: Record<string, [number, number]>): NetworkCounters =>
  new Map(Object.entries(all).map(([name, [received, sent]]) => [name, { received, sent }]));

function sampler() {
  const cpu = sampleCpu(linuxChecks.cpuTimes);
  onTestFinished(() => cpu.stop());
  return cpu;
}

describe('a sample', () => {
  const quiet = {
    ...linuxChecks,
    memory: async () => ({ total_bytes: 1000, available_bytes: 400 }),
    volumes: async () => [
      { mount: '/', used_bytes: 10, available_bytes: 90 },
      { mount: '/data', used_bytes: 85, available_bytes: 15 },
    ],
  };
  const first = { traffic: undefined };

  it('has what is used, the fullest volume, and bytes a second since the one before', async () => {
    let traffic = counters({ eth0: [1000, 500] });
    const platform: CheckPlatform = { ...quiet, network: async () => traffic };
    const cpu = sampler();
    const begun = await takeSample(platform, cpu, surroundings(), first, { windowMs: 60_000, clock: 0 });
    expect(begun.sample).toMatchObject({ memory_percent: 60, disk_percent: 85, received_bytes_per_sec: null });
    traffic = counters({ eth0: [61_000, 6500] });
    const { sample } = await takeSample(platform, cpu, surroundings(), begun.before, {
      windowMs: 60_000,
      clock: 60_000,
    });
    expect(sample).toMatchObject({ received_bytes_per_sec: 1000, sent_bytes_per_sec: 100 });
  });

  it('of this machine fits its frame', async () => {
    const platform = await loadCheckPlatform(process.platform);
    const { sample } = await takeSample(platform, sampler(), surroundings(), first, { windowMs: 1000, clock: 0 });
    expect(Health.safeParse({ t: 'health', ...sample }).success).toBe(true);
    expect(sample.disk_percent).toBeGreaterThan(0);
  });

  it('leaves a gap for what cannot be read', async () => {
    const broken = async () => Promise.reject(new Error('gone'));
    const platform: CheckPlatform = { ...quiet, network: broken, volumes: broken };
    const { sample } = await takeSample(platform, sampler(), surroundings(), first, { windowMs: 1000, clock: 0 });
    expect(sample).toMatchObject({ disk_percent: null, received_bytes_per_sec: null, memory_percent: 60 });
  });
});

describe('rates', () => {
  const at = (seconds: number, all: Record<string, [number, number]>) => ({
    at: seconds * 1000,
    counters: counters(all),
  });

  it('leave out an interface that began anew, came or went', () => {
    const before = at(0, { eth0: [5000, 5000], eth1: [100, 100], gone: [1, 1] });
    const after = at(10, { eth0: [10, 10], eth1: [1100, 200], fresh: [9999, 9999] });
    expect(ratesBetween(before, after)).toEqual({ received: 100, sent: 10 });
  });

  it('are none without time in between', () => {
    expect(ratesBetween(at(5, { eth0: [1, 1] }), at(5, { eth0: [2, 2] }))).toBeUndefined();
  });
});

describe('a report', () => {
  it('goes out while connected, each interval, the first one sooner; the next connection begins anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sent: string[] = [];
    let isBehind = false;
    const connection: Connection = {
      facts: {
        hostname: 'x',
        version: '',
        os: { family: 'linux', name: '', version: '', arch: '' },
        boot_at: null,
        local_ips: [],
        logged_in_user: null,
        needs_reboot: false,
      },
      send: () => undefined,
      sendIfIdle(text) {
        if (!isBehind) sent.push(text);
        return !isBehind;
      },
    };
    const report = openHealthReport({
      platform: { ...linuxChecks, volumes: async () => [] },
      cpu: sampler(),
      env: {},
      now: () => new Date(),
      log: () => undefined,
    });
    /** The promises of a sample are not timers. */
    const pass = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    report.connected(connection, undefined);
    await pass(300_000);
    expect(sent).toHaveLength(0);
    report.connected(connection, 60);
    await pass(10_000);
    expect(sent).toHaveLength(1);
    await pass(60_000);
    expect(sent).toHaveLength(2);
    isBehind = true;
    await pass(60_000);
    isBehind = false;
    await pass(60_000);
    expect(sent).toHaveLength(3);
    report.disconnected();
    await pass(300_000);
    expect(sent).toHaveLength(3);
    report.connected(connection, 60);
    await pass(10_000);
    expect(sent.map((text) => JSON.parse(text).received_bytes_per_sec === null)).toEqual([true, false, false, true]);
    report.disconnected();
  });

  it('comes from an agent that is told to', async () => {
    const server = await testServer();
    server.behaviour.healthSec = 10;
    startAgent(server, scratch());
    const sample = await until(() => server.of('health')[0]);
    expect(sample.memory_percent).toBeGreaterThan(0);
    expect(sample.cpu_percent).toBeGreaterThanOrEqual(0);
    expect(server.broken).toEqual([]);
  });
});
