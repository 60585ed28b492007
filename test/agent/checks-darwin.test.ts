/** The readings of macOS. What the commands print is written from memory of its format, not recorded on a machine. */
import { describe, expect, it } from 'vitest';
import { loadCheckPlatform, Unreachable } from '../../agent/platform/checks.ts';
import { messageOf, predicateOf } from '../../agent/platform/darwin/events.ts';
import { darwinChecks } from '../../agent/platform/darwin/index.ts';
import { parseNetstat, parseSwap, parseVmStat } from '../../agent/platform/darwin/machine.ts';
import { countCommands } from '../../agent/platform/darwin/processes.ts';
import { parseJob } from '../../agent/platform/darwin/services.ts';
import { parseInstallHistory } from '../../agent/platform/darwin/updates.ts';
import { recorded } from './surroundings.ts';

it('is loaded by the name of the platform', async () => {
  expect(await loadCheckPlatform('darwin')).toBe(darwinChecks);
});

describe('volumes', () => {
  const df = `Filesystem     1024-blocks      Used Available Capacity  Mounted on
/dev/disk3s1s1   971350180  10242696 500000000     3%    /
devfs                  205       205         0   100%    /dev
/dev/disk3s6     971350180   4194304 500000000     1%    /System/Volumes/VM
/dev/disk3s5     971350180 420000000 500000000    46%    /System/Volumes/Data
map auto_home            0         0         0   100%    /System/Volumes/Data/home
/dev/disk4s1       1000000    900000    100000    90%    /Volumes/My Disk
//nas/share        1000000    300000    700000    30%    /Volumes/share
`;

  it('of one container are as full as the container', async () => {
    const volumes = await darwinChecks.volumes(undefined, recorded(() => df).at);
    expect(volumes.map(({ mount }) => mount)).toEqual([
      '/',
      '/System/Volumes/Data',
      '/Volumes/My Disk',
      '/Volumes/share',
    ]);
    expect(volumes[0]).toEqual({ mount: '/', used_bytes: 471350180 * 1024, available_bytes: 500000000 * 1024 });
  });

  it('only local ones are asked for all; a named one is found or an error', async () => {
    const { at, asked } = recorded(() => df);
    await darwinChecks.volumes(undefined, at);
    expect(await darwinChecks.volumes('/Volumes/My Disk/', at)).toMatchObject([{ mount: '/Volumes/My Disk' }]);
    await expect(darwinChecks.volumes('/Volumes/none', at)).rejects.toThrow(Unreachable);
    expect(asked.map(({ args }) => args)).toEqual([['-lkP'], ['-kP'], ['-kP']]);
  });
});

it('memory that can be had is free, inactive and speculative', () => {
  const text = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10.
Pages active:                            500.
Pages inactive:                           20.
Pages speculative:                         3.
Pages wired down:                        100.
`;
  expect(parseVmStat(text)).toBe(33 * 16384);
  expect(() => parseVmStat('')).toThrow('did not tell');
});

it('swap is in the units that it names', () => {
  expect(parseSwap('total = 2048.00M  used = 1.50G  free = 512.00M  (encrypted)')).toEqual({
    total_bytes: 2048 * 2 ** 20,
    used_bytes: 1.5 * 2 ** 30,
  });
  expect(parseSwap('total = 0.00M  used = 0.00M  free = 0.00M')).toEqual({ total_bytes: 0, used_bytes: 0 });
});

it('network counters are those of the links of real adapters', () => {
  const text = `Name       Mtu   Network       Address            Ipkts Ierrs     Ibytes    Opkts Oerrs     Obytes  Coll
lo0        16384 <Link#1>                        1000     0     200000     1000     0     200000     0
en0        1500  <Link#6>    a4:83:e7:00:11:22   5000     0    4000000     3000     0     900000     0
en0        1500  192.0.2       192.0.2.7         5000     -    4000000     3000     -     900000     -
utun0      1380  <Link#9>                          10     0       1000       10     0       1000     0
`;
  expect(parseNetstat(text)).toEqual(new Map([['en0', { received: 4000000, sent: 900000 }]]));
});

describe('a service', () => {
  const print = (state: string) => `system/com.example.daemon = {
\tactive count = 1
\tpath = /Library/LaunchDaemons/com.example.daemon.plist
\tstate = ${state}

\tendpoints = {
\t\t"com.example.port" = {
\t\t\tstate = running
\t\t}
\t}
}
`;

  it('has the state of the job itself', () => {
    expect(parseJob(print('running'))).toEqual({ state: 'running', words: 'running' });
    expect(parseJob(print('not running'))).toEqual({ state: 'stopped', words: 'not running' });
    expect(parseJob(print('spawn scheduled'))).toMatchObject({ state: 'starting' });
  });

  it('is asked in the domain of the system, by a label and nothing else', async () => {
    const { at, asked } = recorded(() => print('running'));
    await darwinChecks.service('com.example.daemon', at);
    await darwinChecks.restartService('com.example.daemon', at);
    expect(asked.map(({ args }) => args)).toEqual([
      ['print', 'system/com.example.daemon'],
      ['kickstart', '-k', 'system/com.example.daemon'],
    ]);
    await expect(darwinChecks.service('../gui/501/x', at)).rejects.toThrow('no label');
    expect(await darwinChecks.service('x', recorded(() => ({ code: 113 })).at)).toMatchObject({ state: 'missing' });
  });
});

it('processes are counted by the last part of their path', () => {
  const list =
    'Ss   /usr/sbin/syslogd\nS    /Applications/My App.app/Contents/MacOS/My App\nZ    (syslogd)\nZ    /usr/sbin/syslogd\nS+   -zsh\n';
  expect(countCommands(list, 'syslogd')).toBe(1);
  expect(countCommands(list, 'My App')).toBe(1);
  expect(countCommands(list, 'zsh')).toBe(1);
});

describe('events', () => {
  const query = { log: '', level: 'error' as const, source: '', contains: '', window_min: 15 };

  it('are asked for by a predicate in which a text stays a text', () => {
    expect(predicateOf(query)).toBe('(messageType == fault OR messageType == error)');
    expect(predicateOf({ ...query, source: 'a" OR 1 == 1 OR "\\' })).toContain(
      'subsystem == "a\\" OR 1 == 1 OR \\"\\\\"',
    );
  });

  it('are counted by their message', async () => {
    const lines = '{"eventMessage":"Disk full"}\n{"eventMessage":"else"}\n{"count":2,"finished":1}\n';
    const { at, asked } = recorded(() => lines);
    expect(await darwinChecks.events({ ...query, contains: 'disk' }, at)).toMatchObject({
      count: 1,
      last: ['Disk full'],
    });
    expect(await darwinChecks.events(query, at)).toMatchObject({ count: 2 });
    expect(asked[0]?.args).toEqual(expect.arrayContaining(['--last', '15m']));
    expect(messageOf('Filtering the log data')).toBeUndefined();
    await expect(darwinChecks.events({ ...query, event_id: 1 }, at)).rejects.toThrow('no event ids');
  });
});

describe('updates', () => {
  it('the last patch is the newest installation of Apple that is not mere data', () => {
    const entry = (_name: string, install_date: string, package_source = 'package_source_apple') => ({
      _name,
      install_date,
      package_source,
    });
    const history = [
      entry('macOS 15.1', '2026-10-30T08:00:00Z'),
      entry('XProtectPlistConfigData', '2026-11-19T08:00:00Z'),
      entry('Some App', '2026-11-20T08:00:00Z', 'package_source_other'),
    ];
    const json = JSON.stringify({ SPInstallHistoryDataType: history });
    expect(parseInstallHistory(json)).toEqual(new Date('2026-10-30T08:00:00Z'));
    expect(parseInstallHistory('{"SPInstallHistoryDataType":[]}')).toBeNull();
  });

  it('whether a restart is pending is not known', async () => {
    await expect(darwinChecks.rebootReasons(recorded(() => '').at)).rejects.toThrow('does not tell');
  });
});

it('ping asks an IPv6 address by its own command', async () => {
  const answer =
    '2 packets transmitted, 2 packets received, 0.0% packet loss\nround-trip min/avg/max/stddev = 1.0/1.5/2.0/0.5 ms\n';
  const { at, asked } = recorded(() => answer);
  expect(await darwinChecks.ping('::1', 2, at)).toEqual({ sent: 2, received: 2, average_ms: 1.5 });
  await darwinChecks.ping('example.org', 2, at);
  expect(asked.map(({ command }) => command)).toEqual(['/sbin/ping6', '/sbin/ping']);
});
