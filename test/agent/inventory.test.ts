import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../agent/inventory/canonical.ts';
import { readInventory } from '../../agent/inventory/child.ts';
import { printInventory } from '../../agent/inventory/collect.ts';
import { bootTime, firstUser, localAddresses, parseOsRelease } from '../../agent/platform/linux/facts.ts';
import { isVirtual, parseCpuinfo, parseMeminfo } from '../../agent/platform/linux/hardware.ts';
import { linux } from '../../agent/platform/linux/index.ts';
import { parseServices } from '../../agent/platform/linux/services.ts';
import { parseDpkg, parseRpm } from '../../agent/platform/linux/software.ts';
import { diskKind, parseMounts } from '../../agent/platform/linux/storage.ts';
import { parseUsers } from '../../agent/platform/linux/users.ts';
import { FactsChanged } from '../../schema/agent.ts';
import { sectionNames, sections } from '../../schema/inventory.ts';
import { scratch, startAgent, testServer, until } from './agents.ts';
import * as captured from './captured.ts';

describe('what Linux says, captured', () => {
  it('os-release, quoted or not', () => {
    expect(parseOsRelease(captured.osRelease)).toMatchObject({
      NAME: 'Debian GNU/Linux',
      VERSION_ID: '12',
      ID: 'debian',
      PRETTY_NAME: 'A "B" $C',
    });
  });

  it('the boot time, which does not waver with the clock', () => {
    expect(bootTime('cpu 1\nbtime 1795166000\n')).toBe('2026-11-20T09:13:20.000Z');
    expect(bootTime('btime 1795166001\n')).toBe('2026-11-20T09:13:20.000Z');
    expect(bootTime('btime 1795169600\n')).toBe('2026-11-20T10:13:20.000Z');
    expect(bootTime('')).toBeNull();
  });

  it('who is logged in: somebody at the machine before somebody from the network', () => {
    expect(firstUser(captured.who)).toBe('anna');
    expect(firstUser('root     pts/0        2026-11-20 09:31 (192.0.2.7)\n')).toBe('root');
    expect(firstUser('')).toBeNull();
  });

  it('addresses by which others reach the machine', () => {
    const address = (address: string, internal = false) => ({
      address,
      internal,
      family: 'IPv4' as const,
      netmask: '',
      mac: '',
      cidr: null,
    });
    const all = {
      lo: [address('127.0.0.1', true)],
      eth0: [address('192.0.2.2'), address('fe80::1'), address('169.254.3.4')],
      eth1: [address('10.0.0.1'), address('192.0.2.2')],
    };
    expect(localAddresses(all)).toEqual(['10.0.0.1', '192.0.2.2']);
  });

  it('processors: sockets, cores and threads on x86, threads where nothing else is said', () => {
    expect(parseCpuinfo(captured.cpuinfoX86)).toEqual({
      model: 'Intel(R) Xeon(R) CPU E5-2620 v4 @ 2.10GHz',
      cores: 2,
      threads: 4,
    });
    expect(parseCpuinfo(captured.cpuinfoPi)).toEqual({ model: 'Raspberry Pi 4 Model B Rev 1.4', cores: 2, threads: 2 });
    expect(isVirtual(captured.cpuinfoX86, 'Dell Inc. PowerEdge')).toBe(false);
    expect(isVirtual('flags\t\t: fpu hypervisor lahf_lm\n', '')).toBe(true);
    expect(isVirtual('', 'QEMU KVM Virtual Machine')).toBe(true);
  });

  it('memory in bytes', () => {
    expect(parseMeminfo('MemTotal:       24684096 kB\nMemFree: 1 kB\n')).toEqual({ memory_bytes: 24684096 * 1024 });
    expect(() => parseMeminfo('')).toThrow('MemTotal');
  });

  it('mounted file systems: local ones, each device once, escapes undone', () => {
    expect(parseMounts(captured.mounts)).toEqual([
      { device: '/dev/sda2', mount: '/', fs: 'ext4' },
      { device: '/dev/sda1', mount: '/boot/efi', fs: 'vfat' },
      { device: '/dev/sdb1', mount: '/media/my disk', fs: 'fuseblk' },
    ]);
  });

  it.each([
    ['nvme0n1', false, 'nvme'],
    ['sda', true, 'hdd'],
    ['sdb', false, 'ssd'],
    ['vda', true, 'virtual'],
    ['mmcblk0', false, 'flash'],
  ])('a disk called %s', (name, rotates, kind) => {
    expect(diskKind(name, rotates)).toBe(kind);
  });

  it('packages of dpkg, installed ones only', () => {
    expect(parseDpkg(captured.dpkg, () => '2026-01-02T03:04:05.000Z')).toEqual([
      {
        name: 'libc6:amd64',
        version: '2.36-9+deb12u10',
        manufacturer: 'GNU Libc Maintainers <debian-glibc@lists.debian.org>',
        installed_at: '2026-01-02T03:04:05.000Z',
        size_bytes: 12986 * 1024,
        source: 'dpkg',
      },
      {
        name: 'local-tool',
        version: '1',
        manufacturer: '',
        installed_at: '2026-01-02T03:04:05.000Z',
        size_bytes: null,
        source: 'dpkg',
      },
    ]);
  });

  it('packages of rpm, without the keys', () => {
    expect(parseRpm(captured.rpm)).toEqual([
      {
        name: 'bash.x86_64',
        version: '5.1.8-9.el9',
        manufacturer: 'Rocky Enterprise Software Foundation',
        installed_at: '2024-05-20T10:00:00.000Z',
        size_bytes: 7738778,
        source: 'rpm',
      },
      {
        name: 'tzdata',
        version: '2:2025b-1.el9',
        manufacturer: '',
        installed_at: '2024-05-20T10:00:01.000Z',
        size_bytes: 1,
        source: 'rpm',
      },
    ]);
  });

  it('services: loaded ones with their state, others as inactive, templates only by their instances', () => {
    expect(parseServices(captured.units, captured.unitFiles)).toEqual([
      { name: 'apt-daily', description: '', state: 'inactive', start: 'static' },
      { name: 'cron', description: 'Regular background program processing daemon', state: 'running', start: 'enabled' },
      { name: 'getty@tty1', description: 'Getty on tty1', state: 'running', start: 'enabled' },
      { name: 'nginx', description: 'A high performance web server', state: 'failed', start: 'enabled' },
    ]);
  });

  it('users: people, root and whoever has a login shell; administrators by group', () => {
    expect(parseUsers(captured.passwd, captured.group)).toEqual([
      { name: 'anna', uid: '1000', home: '/home/anna', admin: true },
      { name: 'backdoor', uid: '0', home: '/', admin: true },
      { name: 'bob', uid: '1001', home: '/home/bob', admin: false },
      { name: 'postgres', uid: '101', home: '/var/lib/postgresql', admin: false },
      { name: 'root', uid: '0', home: '/root', admin: true },
      { name: 'wheeled', uid: '1002', home: '/home/wheeled', admin: true },
    ]);
  });
});

describe('the inventory of this machine', () => {
  it('comes from a child process, every section as the schema has it', async () => {
    const { sections: found, problems } = await readInventory(process.env);
    expect(problems).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual(sectionNames);
    for (const name of sectionNames) {
      const json = found.find((section) => section.name === name)?.json ?? '';
      expect(canonicalJson(sections[name].parse(JSON.parse(json)))).toBe(json);
    }
    expect(JSON.parse(found.find(({ name }) => name === 'software')?.json ?? '').length).toBeGreaterThan(10);
  });

  it('goes on without a section that fails', async () => {
    const lines: string[] = [];
    const complaints: string[] = [];
    const broken = {
      ...linux,
      sections: { ...linux.sections, disks: async () => Promise.reject(new Error('no disks today')) },
    };
    await printInventory(
      broken,
      (line) => void lines.push(line),
      (line) => void complaints.push(line),
    );
    expect(lines).toHaveLength(sectionNames.length - 1);
    expect(complaints).toEqual(['disks: no disks today\n']);
  });

  it('is cut rather than sent in a frame that is too big', async () => {
    const lines: string[] = [];
    const item = {
      name: 'n'.repeat(400),
      version: 'v',
      manufacturer: 'm'.repeat(400),
      installed_at: null,
      size_bytes: 1,
      source: 'dpkg',
    };
    const huge = {
      ...linux,
      sections: { ...linux.sections, software: async () => Array.from({ length: 20_000 }, () => item) },
    };
    await printInventory(
      huge,
      (line) => void lines.push(line),
      (line) => void lines.push(line),
    );
    const software = lines.find((line) => line.startsWith('software ')) ?? '';
    expect(software.length).toBeLessThan(4 * 1024 * 1024);
    expect(software.length).toBeGreaterThan(1024 * 1024);
  });

  it('facts are as the schema has them', async () => {
    const facts = { ...(await linux.facts()), version: '0.5.0' };
    expect(FactsChanged.parse({ t: 'facts', facts }).facts).toEqual(facts);
    expect(facts.os.family).toBe('linux');
  });
});

describe('reporting', () => {
  const hash = (digit: string) => digit.repeat(64);
  const section = (digit: string, memory_bytes: number) => ({
    name: 'memory',
    hash: hash(digit),
    json: JSON.stringify({ memory_bytes }),
  });

  async function reporting(first: ReturnType<typeof section>) {
    const server = await testServer();
    let current = first;
    let reads = 0;
    const readInventoryNow = async () => {
      reads += 1;
      return { sections: [current], problems: [] };
    };
    server.behaviour.inventorySec = 10;
    const begin = () => startAgent(server, scratch(), { readInventory: readInventoryNow });
    return {
      server,
      begin,
      reads: () => reads,
      change: (next: typeof first) => {
        current = next;
      },
    };
  }

  it('sends a section that the server does not have, and not again when it reconnects', async () => {
    const { server, begin } = await reporting(section('a', 1));
    begin();
    expect((await server.frame('inventory')).section).toEqual({ name: 'memory', data: { memory_bytes: 1 } });
    server.behaviour.inventory = { memory: hash('a') };
    server.drop();
    await server.frame('hello');
    server.send({ t: 'inventory.get' });
    await server.frame('inventory', undefined, 2);
    expect(server.of('inventory')).toHaveLength(2);
    expect(server.broken).toEqual([]);
  });

  it('sends nothing that the server has, until it is asked for everything', async () => {
    const { server, begin, reads } = await reporting(section('a', 1));
    server.behaviour.inventory = { memory: hash('a') };
    begin();
    await until(() => reads() === 1);
    expect(server.of('inventory')).toHaveLength(0);
    server.send({ t: 'inventory.get' });
    await server.frame('inventory');
  });

  it('sends again what the server lost', async () => {
    const { server, begin } = await reporting(section('a', 1));
    begin();
    await server.frame('inventory');
    server.drop();
    await server.frame('inventory', undefined, 2);
  });
});
