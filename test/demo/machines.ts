import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Facts, InventorySection } from '../../schema/agent.ts';
import { simulatedFacts } from '../fleet.ts';
import type { Placement } from './organisation.ts';
import { diskAtStart } from './signals.ts';

/** What the simulated machines are: hostname, system, who sits at it. Thirty of them. */
const kinds = {
  server: { family: 'linux', name: 'Debian GNU/Linux', version: '12', arch: 'x64' },
  ubuntu: { family: 'linux', name: 'Ubuntu', version: '24.04 LTS', arch: 'x64' },
  desktop: { family: 'windows', name: 'Windows 11 Pro', version: '24H2', arch: 'x64' },
  school: { family: 'windows', name: 'Windows 11 Edu', version: '24H2', arch: 'x64' },
  mac: { family: 'darwin', name: 'macOS', version: '15.7', arch: 'arm64' },
} as const;

type Plan = [department: string, prefix: string, kind: keyof typeof kinds, count: number, users: string[]];
const plans: Plan[] = [
  ['Infrastructure', 'hlv-brg-srv', 'server', 4, []],
  ['Office', 'hlv-brg-pc', 'desktop', 5, ['i.vahtera', 'k.olsen', 'm.berg']],
  ['Office', 'hlv-brg-mac', 'mac', 1, ['design']],
  ['Bridge', 'hlv-ves-nav', 'desktop', 4, ['bridge']],
  ['Lab A', 'pfs-laba-pc', 'school', 5, ['pupil']],
  ['Lab B', 'pfs-labb-pc', 'school', 5, ['pupil']],
  ['Administration', 'pfs-adm-srv', 'ubuntu', 2, []],
  ['Classrooms', 'pfs-cls-nb', 'school', 4, ['teacher', 'pupil']],
];

export interface Machine {
  facts: Facts;
  placement: Placement;
  /** Stays away after it has enrolled, so that the fleet looks like one. */
  away: boolean;
}

export function machines(placements: Placement[]): Machine[] {
  let number = 0;
  return plans.flatMap(([department, prefix, kind, count, users]) => {
    const placement = placements.find((one) => one.department === department);
    if (!placement) throw new Error(`the demo has no department ${department}`);
    return Array.from({ length: count }, (_, index) => {
      number += 1;
      const facts = simulatedFacts(`${prefix}${String(index + 1).padStart(2, '0')}`, {
        os: kinds[kind],
        local_ips: [`10.20.${placements.indexOf(placement)}.${10 + index}`],
        logged_in_user: users[index % Math.max(1, users.length)] ?? null,
        needs_reboot: number % 11 === 0,
        boot_at: new Date(Date.now() - number * 7.3 * 3600_000).toISOString(),
      });
      return { facts, placement, away: number % 8 === 5 };
    });
  });
}

type Section = z.infer<typeof InventorySection>['section'];

/** A plausible inventory, the same at every start. */
export function inventoryOf({ facts }: Machine): { section: Section; hash: string }[] {
  const seed = createHash('sha256').update(facts.hostname).digest();
  const pick = (index: number, values: number[]) => values[(seed[index] ?? 0) % values.length] ?? 0;
  const gib = 1024 ** 3;
  const [size, memory, cores] = [pick(0, [256, 512, 1024]) * gib, pick(1, [8, 16, 32]) * gib, pick(2, [4, 8, 12])];
  const windows = facts.os.family === 'windows';
  const sections: Section[] = [
    {
      name: 'system',
      data: {
        manufacturer: windows ? 'Lenovo' : 'QEMU',
        model: windows ? 'ThinkCentre M75q' : 'Standard PC',
        serial: seed.toString('hex', 0, 5).toUpperCase(),
        uuid: facts.hostname,
        virtual: !windows,
      },
    },
    { name: 'cpu', data: { model: cores > 4 ? 'AMD Ryzen 7 PRO' : 'Intel Core i3', cores, threads: cores * 2 } },
    { name: 'memory', data: { memory_bytes: memory } },
    {
      name: 'disks',
      data: [
        {
          name: windows ? 'PhysicalDrive0' : 'vda',
          model: 'NVMe SSD',
          serial: seed.toString('hex', 5, 11),
          size_bytes: size,
          kind: 'ssd',
        },
      ],
    },
    {
      name: 'volumes',
      data: [
        {
          mount: windows ? 'C:' : '/',
          fs: windows ? 'NTFS' : 'ext4',
          size_bytes: size,
          used_bytes: Math.round((size * diskAtStart(facts.hostname)) / 100),
        },
      ],
    },
    {
      name: 'interfaces',
      data: [
        {
          name: windows ? 'Ethernet' : 'eth0',
          mac: seed.toString('hex', 11, 17).replace(/(..)(?=.)/g, '$1:'),
          ips: facts.local_ips,
        },
      ],
    },
    { name: 'software', data: software(windows) },
  ];
  return sections.map((section) => ({
    section,
    hash: createHash('sha256').update(JSON.stringify(section)).digest('hex'),
  }));
}

function software(windows: boolean) {
  const list: [string, string, string][] = windows
    ? [
        ['7-Zip', '24.09', 'Igor Pavlov'],
        ['Mozilla Firefox', '145.0', 'Mozilla'],
        ['LibreOffice', '25.8.3', 'The Document Foundation'],
        ['VLC media player', '3.0.21', 'VideoLAN'],
      ]
    : [
        ['openssl', '3.0.17-1', 'Debian OpenSSL Team'],
        ['nginx', '1.22.1-9', 'Debian Nginx Maintainers'],
        ['postgresql-15', '15.14-0', 'Debian PostgreSQL Maintainers'],
        ['sudo', '1.9.13p3-1', 'Marc Haber'],
      ];
  return list.map(([name, version, manufacturer]) => ({
    name,
    version,
    manufacturer,
    installed_at: null,
    size_bytes: null,
    source: windows ? 'registry' : 'dpkg',
  }));
}
