import { useSearchParams } from '@solidjs/router';
import { can, canAny } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import type { Place } from '../organisation/places.ts';

export const reportKinds = ['software', 'hardware', 'machines', 'compliance'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Those that the principal may read. */
export const allowedReports = (): ReportKind[] =>
  reportKinds.filter((kind) =>
    kind === 'compliance' ? canAny(['reports.view', 'patches.view']) : can('reports.view'),
  );

const sorts = {
  software: ['name', '-devices'],
  hardware: ['hostname', 'client'],
  machines: ['hostname', 'client', 'os', 'version', 'status'],
  compliance: ['score', 'name'],
} as const;
export type ReportSort<K extends ReportKind> = (typeof sorts)[K][number];

type Search = 'report' | 'scope' | 'id' | 'q' | 'sort' | 'name' | 'manufacturer';

/** Which report, on what, kept in the URL. Without a place of its own it follows the company of the top bar. */
export function useReportState() {
  const company = useCompany();
  const [search, setSearch] = useSearchParams<Partial<Record<Search, string>>>();
  const value = (key: Search) => {
    const found = search[key];
    return (Array.isArray(found) ? found[0] : found) || undefined;
  };
  const kind = (): ReportKind => {
    const allowed = allowedReports();
    return allowed.find((one) => one === value('report')) ?? allowed[0] ?? 'compliance';
  };
  const place = (): { scope: Place['kind']; id: string } | undefined => {
    const [scope, id] = [value('scope'), value('id')];
    if (id !== undefined && (scope === 'client' || scope === 'site' || scope === 'group')) return { scope, id };
    const chosen = company.id();
    return chosen === undefined ? undefined : { scope: 'client', id: chosen };
  };
  return {
    kind,
    place,
    text: () => value('q') ?? '',
    /** The program of which the holders are shown. */
    program: () => {
      const name = value('name');
      return name === undefined
        ? undefined
        : { name, ...(search.manufacturer !== undefined && { manufacturer: value('manufacturer') ?? '' }) };
    },
    sort: <K extends ReportKind>(of: K): ReportSort<K> => {
      const known: readonly ReportSort<K>[] = sorts[of];
      const [first] = known;
      const chosen = known.find((one) => one === value('sort')) ?? first;
      if (chosen === undefined) throw new Error(`${of} has no order`);
      return chosen;
    },
    sorts: () => sorts[kind()],
    filters: () => ({ ...place(), ...(value('q')?.trim() && { q: value('q')?.trim() }) }),
    chooseKind: (next: ReportKind) => setSearch({ report: next, sort: null, name: null, manufacturer: null }),
    choosePlace: (next: Place | undefined) =>
      setSearch({ scope: next?.kind ?? null, id: next?.id ?? null, company: null }),
    setText: (q: string) => setSearch({ q: q || null }, { replace: true }),
    setSort: (sort: string) => setSearch({ sort }),
    chooseProgram: (next: { name: string; manufacturer: string } | undefined) =>
      setSearch({ name: next?.name ?? null, manufacturer: next?.manufacturer ?? null }),
  };
}
export type ReportState = ReturnType<typeof useReportState>;
