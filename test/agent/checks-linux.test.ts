/** The readings of Linux, on this machine where it has what they read, and on what other machines say. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, statfsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Unreachable } from '../../agent/platform/checks.ts';
import { linuxChecks } from '../../agent/platform/linux/checks/index.ts';
import { messageOf } from '../../agent/platform/linux/checks/journal.ts';
import { meminfo, parseCpuTimes, parseNetDev } from '../../agent/platform/linux/checks/kernel.ts';
import {
  parseAptHistory,
  parseDnfHistory,
  parseDpkgLog,
  parseZyppHistory,
} from '../../agent/platform/linux/checks/patches.ts';
import { programOf } from '../../agent/platform/linux/checks/processes.ts';
import { parseUnit } from '../../agent/platform/linux/checks/service.ts';
import { isMountPoint, writableMounts } from '../../agent/platform/linux/checks/volumes.ts';
import { findCommand } from '../../agent/platform/linux/interpreters.ts';
import { parsePing } from '../../agent/platform/ping.ts';
import { scratch, until } from './agents.ts';
import { mounts } from './captured.ts';
import { recorded, standIns, surroundings } from './surroundings.ts';

const local = (day: string) => new Date(day);

describe('volumes', () => {
  it('are the local ones that can be written, without read-only and network ones', () => {
    const readOnly = '/dev/sdc1 /mnt/archive ext4 ro,relatime 0 0\n/dev/sr0 /media/cd iso9660 ro 0 0\n';
    expect(writableMounts(mounts + readOnly)).toEqual(['/', '/boot/efi', '/media/my disk']);
  });

  it('are as full as df says', async () => {
    const [root] = await linuxChecks.volumes('/', surroundings());
    const { bsize, blocks, bfree, bavail } = statfsSync('/');
    expect(root?.mount).toBe('/');
    expect(Math.abs((root?.used_bytes ?? 0) - (blocks - bfree) * bsize)).toBeLessThan(1e9);
    expect(Math.abs((root?.available_bytes ?? 0) - bavail * bsize)).toBeLessThan(1e9);
  });

  it('that are named must be mounted: the folder below is another disk', async () => {
    const folder = scratch();
    await expect(linuxChecks.volumes(folder, surroundings())).rejects.toThrow(Unreachable);
    expect(isMountPoint(mounts, '/media/my disk')).toBe(true);
    expect(isMountPoint(mounts, '/mnt/nas/')).toBe(true);
    expect(isMountPoint(mounts, '/mnt')).toBe(false);
  });
});

describe('the kernel', () => {
  it('counts the time of all processors, guests once', () => {
    const stat = 'cpu  100 10 50 800 40 5 5 20 30 3\ncpu0 1 1 1 1 1 1 1 1 0 0\n';
    expect(parseCpuTimes(stat)).toEqual({ busy: 190, total: 1030 });
    expect(() => parseCpuTimes('intr 1')).toThrow('no line');
    expect(linuxChecks.cpuTimes().total).toBeGreaterThan(0);
  });

  it('tells memory and swap in bytes', async () => {
    expect(meminfo('MemTotal:        1024 kB\nHugePages_Total:       0\n')('MemTotal')).toBe(1024 * 1024);
    const { total_bytes, available_bytes } = await linuxChecks.memory(surroundings());
    expect(available_bytes).toBeGreaterThan(0);
    expect(available_bytes).toBeLessThan(total_bytes);
    expect((await linuxChecks.swap(surroundings())).used_bytes).toBeGreaterThanOrEqual(0);
  });

  it('counts bytes by interface, with or without a space behind the colon', () => {
    const text = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 665121907   73274    0    0    0     0          0         0 665121907   73274    0    0    0     0       0          0
  eth0:815915281   19038    0    0    0     0          0         0  1475021   12147    0    0    0     0       0          0
`;
    expect(parseNetDev(text)).toEqual(
      new Map([
        ['lo', { received: 665121907, sent: 665121907 }],
        ['eth0', { received: 815915281, sent: 1475021 }],
      ]),
    );
  });
});

describe('ping', () => {
  const iputils = `PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.
64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.031 ms

--- 192.0.2.1 ping statistics ---
4 packets transmitted, 3 received, 25% packet loss, time 3060ms
rtt min/avg/max/mdev = 0.031/0.040/0.051/0.007 ms
`;

  it.each([
    ['iputils', iputils, { sent: 4, received: 3, average_ms: 0.04 }],
    [
      'BusyBox',
      '4 packets transmitted, 4 packets received, 0% packet loss\nround-trip min/avg/max = 1.2/2.5/3.1 ms\n',
      { sent: 4, received: 4, average_ms: 2.5 },
    ],
    [
      'nobody',
      '4 packets transmitted, 0 received, 100% packet loss, time 3001ms\n',
      { sent: 4, received: 0, average_ms: null },
    ],
  ])('of %s is understood', (_name, text, expected) => {
    expect(parsePing(text)).toEqual(expected);
  });

  it('gets the host behind "--", as one argument of its own', async () => {
    const env = standIns({ ping: `for arg; do printf '%s|' "$arg"; done >&2; cat <<'END'\n${iputils}END` });
    expect(await linuxChecks.ping('192.0.2.1', 4, surroundings(env))).toMatchObject({ received: 3 });
    const { at, asked } = recorded(() => iputils);
    await linuxChecks.ping('::1', 2, at);
    expect(asked).toMatchObject([{ command: 'ping', args: ['-n', '-c', '2', '-W', '2', '--', '::1'] }]);
  });

  it('of a name that nobody knows is an error, of a ping that may not work is unknown', async () => {
    const says = (stderr: string) => recorded(() => ({ code: 2, stderr })).at;
    await expect(linuxChecks.ping('x', 1, says('ping: x: Name or service not known'))).rejects.toThrow(Unreachable);
    const refused = linuxChecks.ping('x', 1, says('ping: socktype: SOCK_RAW: Operation not permitted'));
    await expect(refused).rejects.not.toThrow(Unreachable);
  });

  it('says so where there is none', async () => {
    await expect(linuxChecks.ping('127.0.0.1', 1, surroundings({ PATH: scratch() }))).rejects.toThrow(
      'This machine has no ping.',
    );
  });
});

describe('a service', () => {
  it.each([
    ['LoadState=loaded\nActiveState=active\nSubState=running\n', 'running', 'active, running'],
    ['LoadState=loaded\nActiveState=failed\nSubState=failed\n', 'stopped', 'failed, failed'],
    ['LoadState=loaded\nActiveState=activating\nSubState=auto-restart\n', 'starting', 'activating, auto-restart'],
    ['LoadState=not-found\nActiveState=inactive\nSubState=dead\n', 'missing', 'inactive, dead'],
  ] as const)('%j', (text, state, words) => {
    expect(parseUnit(text)).toEqual({ state, words });
  });

  it.each(['*', 'ngin?', '-H', '--host=evil', 'a b', 'a[bc]', '$(id)'])('%j is no name of one', async (name) => {
    const { at, asked } = recorded(() => '');
    await expect(linuxChecks.service(name, at)).rejects.toThrow('no name');
    await expect(linuxChecks.restartService(name, at)).rejects.toThrow('no name');
    expect(asked).toEqual([]);
  });

  it('cannot be told without systemd', async () => {
    const env = standIns({ systemctl: 'echo "System has not been booted with systemd" >&2; exit 1' });
    await expect(linuxChecks.service('cron', surroundings(env))).rejects.toThrow('not been booted with systemd');
  });
});

describe('processes', () => {
  it('are counted by the name of the program or of the command', async () => {
    // By a name of its own: others sleep on this machine too.
    const program = join(scratch(), `sl-${randomBytes(4).toString('hex')}`);
    copyFileSync(findCommand('sleep', process.env.PATH ?? '') ?? '', program);
    const children = [1, 2].map(() => spawn(program, ['60']));
    const named = spawn('bash', ['-c', `exec -a /opt/with/a-name-longer-than-fifteen-bytes ${program} 60`]);
    onTestFinished(() => {
      for (const child of [...children, named]) child.kill('SIGKILL');
    });
    await Promise.all([...children, named].map((child) => once(child, 'spawn')));
    await until(async () => (await linuxChecks.countProcesses(basename(program), surroundings())) === 3);
    expect(await linuxChecks.countProcesses('a-name-longer-than-fifteen-bytes', surroundings())).toBe(1);
    expect(await linuxChecks.countProcesses('a-name-longer-t', surroundings())).toBe(0);
    expect(programOf('-bash\0')).toBe('bash');
  });
});

describe('the journal', () => {
  const query = { log: '', level: 'error' as const, source: '', contains: '', window_min: 15 };

  it('is asked by time, priority and unit, and searched for plain text', async () => {
    const lines = ['Disk FULL (1)', 'disk full (2)', 'else'].map((MESSAGE) => JSON.stringify({ MESSAGE }));
    const { at, asked } = recorded(() => lines.join('\n'));
    const answer = await linuxChecks.events({ ...query, source: '--help; id', contains: 'disk full (' }, at);
    expect(answer).toEqual({ count: 2, isPart: false, last: ['Disk FULL (1)', 'disk full (2)'] });
    expect(asked[0]?.args).toEqual(expect.arrayContaining(['--since=-15min', '--priority=0..3', '--unit=--help; id']));
  });

  it('keeps the last three of many messages, whatever their bytes', async () => {
    const lines = Array.from({ length: 5000 }, (_one, index) => JSON.stringify({ MESSAGE: `line ${index}\0` }));
    const answer = await linuxChecks.events(query, recorded(() => lines.join('\n')).at);
    expect(answer).toEqual({ count: 5000, isPart: false, last: ['line 4997', 'line 4998', 'line 4999'] });
    expect(messageOf(JSON.stringify({ MESSAGE: [...Buffer.from('é')] }))).toBe('é');
    expect(messageOf('{"MESSAGE":null}')).toBe('');
    expect(messageOf('{"MES')).toBe('');
  });

  it('has no event ids, and says so', async () => {
    await expect(linuxChecks.events({ ...query, event_id: 7 }, recorded(() => '').at)).rejects.toThrow('no event ids');
  });

  it('that fails is no count of zero', async () => {
    const failing = recorded(() => ({ code: 1, stderr: 'Failed to open files' })).at;
    await expect(linuxChecks.events(query, failing)).rejects.toThrow('Failed to open files');
  });
});

describe('the last patch', () => {
  it('of apt is the last run that upgraded, ended and had no error', () => {
    const history = `
Start-Date: 2026-09-01  06:11:02
Commandline: /usr/bin/unattended-upgrade
Upgrade: openssl:amd64 (3.0.15-1, 3.0.16-1)
End-Date: 2026-09-01  06:11:09

Start-Date: 2026-10-02  06:00:00
Upgrade: bash:amd64 (1, 2)
Error: Sub-process /usr/bin/dpkg returned an error code (1)
End-Date: 2026-10-02  06:00:09

Start-Date: 2026-10-16  23:03:57
Install: cmake:amd64 (3.25.1-1)
End-Date: 2026-10-16  23:04:01

Start-Date: 2026-10-20  10:00:00
Upgrade: vim:amd64 (1, 2)
`;
    expect(parseAptHistory(history)).toEqual(local('2026-09-01T06:11:09'));
    expect(parseAptHistory('')).toBeNull();
  });

  it('is found in the logs of dpkg, zypper and dnf', () => {
    expect(
      parseDpkgLog(
        '2026-11-19 08:00:00 install a <none> 1\n2026-11-20 09:31:02 upgrade openssl:amd64 1 2\n2026-11-20 09:31:05 status installed x 2\n',
      ),
    ).toEqual(local('2026-11-20T09:31:02'));
    expect(
      parseZyppHistory(
        '2026-11-18 07:00:00|install|vim|9|x86_64||repo|abc|\n2026-11-20 09:31:02|patch  |SUSE-2026-1|1|noarch|repo|important|security|needed|applied|\n',
      ),
    ).toEqual(local('2026-11-20T09:31:02'));
    const dnf4 = `ID     | Command line             | Date and time    | Action(s)      | Altered
-------------------------------------------------------------------------------
    12 | install htop             | 2026-11-19 10:00 | Install        |    1
    11 | update -y                | 2026-11-18 09:31 | I, U           |   45 EE
    10 | upgrade                  | 2026-11-10 09:31 | Upgrade        |   12
`;
    expect(parseDnfHistory(dnf4)).toEqual(local('2026-11-10T09:31'));
    const dnf5 = `ID Command line                Date and time       Action(s) Altered
 3 dnf install htop 2026-11-20 09:00:00 1
 2 dnf upgrade -y   2026-11-12 08:07:06 34
`;
    expect(parseDnfHistory(dnf5)).toEqual(local('2026-11-12T08:07:06'));
  });

  it('of this machine is in the past, or nobody knows', async () => {
    const last = await linuxChecks.lastPatch(surroundings());
    if (last) expect(last.getTime()).toBeLessThan(Date.now());
  });
});

describe('a command', () => {
  it('is gone when the time of its reading is over', async () => {
    const folder = scratch();
    const env = standIns({ ping: `echo $$ > ${folder}/pid; exec sleep 60` });
    const stop = new AbortController();
    const answer = linuxChecks.ping('127.0.0.1', 1, surroundings(env, stop.signal));
    await until(() => existsSync(`${folder}/pid`) && readFileSync(`${folder}/pid`, 'utf8').trim());
    const pid = Number(readFileSync(`${folder}/pid`, 'utf8'));
    stop.abort(new Error('over'));
    await expect(answer).rejects.toThrow('over');
    expect(() => process.kill(pid, 0)).toThrow();
  });
});
