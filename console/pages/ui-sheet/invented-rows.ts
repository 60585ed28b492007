import type { Page } from '../../ui/table/held-rows.ts';

/** Rows that stand for devices on the sheet: made up on the spot, answered after the time a server would take. */
export type Invented = {
  id: string;
  hostname: string;
  description: string;
  company: string;
  system: string;
  user: string | null;
  online: boolean;
  server: boolean;
  patches: number;
};

const COMPANIES = ['Brightwater Dental', 'Halvorsen Marine', 'Kestrel Logistics', 'Lindqvist & Rowe', 'Ostara Foods'];
const SYSTEMS = ['Windows 11 Pro 24H2', 'Ubuntu 24.04 LTS', 'Debian 12', 'macOS 15.7', 'Windows Server 2022'];
const TOTAL = 50_000;
let added = 0;

/** As if devices changed on the server: some go off or on, and three new ones stand at the top. */
export function changeInvented(): void {
  added += 3;
}

export function countInvented(): number {
  return TOTAL;
}

export async function inventRows(
  range: { offset: number; limit: number },
  sort: string,
  empty: boolean,
): Promise<Page<Invented>> {
  await new Promise((resolve) => setTimeout(resolve, 60));
  if (empty) return { rows: [], total: 0 };
  const total = TOTAL + added;
  const length = Math.min(range.limit, total - range.offset);
  const places = Array.from({ length }, (_, index) => range.offset + index);
  return { rows: places.map((place) => invent((sort.startsWith('-') ? total - 1 - place : place) - added)), total };
}

function invent(place: number): Invented {
  const n = Math.abs(place);
  return {
    id: `d${place}`,
    hostname: `${place < 0 ? 'a-new' : 'host'}-${String(n).padStart(5, '0')}`,
    description: n % 3 === 0 ? 'Reception' : '',
    company: COMPANIES[n % COMPANIES.length] ?? '',
    system: SYSTEMS[n % SYSTEMS.length] ?? '',
    user: n % 4 === 0 ? null : `user${n % 97}`,
    online: (n + added) % 7 !== 0,
    server: n % 5 === 1,
    patches: (n * 13) % 40,
  };
}
