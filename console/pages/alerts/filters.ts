import { useSearchParams } from '@solidjs/router';
import type { Label } from '../../i18n/index.ts';

/** States as an operator asks for them; the URL holds the API's words, so that any combination can be linked to. */
export const stateFilters: readonly { label: Label; value: string }[] = [
  { label: 'alerts.filter.active', value: 'open,acknowledged' },
  { label: 'alerts.filter.open', value: 'open' },
  { label: 'alerts.filter.acknowledged', value: 'acknowledged' },
  { label: 'alerts.filter.resolved', value: 'resolved' },
  { label: 'alerts.filter.all', value: 'open,acknowledged,resolved' },
];
const ACTIVE = 'open,acknowledged';

type Search = { status?: string; severity?: string; suppressed?: string; q?: string; device?: string };

/** Filters of the list, kept in the URL: `?status=resolved&severity=error&q=disk`. What is not resolved is shown unless asked otherwise. */
export function useAlertFilters() {
  const [search, setSearch] = useSearchParams<Search>();
  const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) || undefined;
  const severity = () => {
    const value = one(search.severity);
    return value === 'error' || value === 'warning' ? value : undefined;
  };
  const suppressed = () => {
    const value = one(search.suppressed);
    return value === 'true' || value === 'false' ? value : undefined;
  };
  const q = () => one(search.q);
  const device = () => one(search.device);
  const status = () => one(search.status) ?? ACTIVE;
  return {
    status,
    severity,
    suppressed,
    q,
    device,
    setStatus: (value: string) => setSearch({ status: value === ACTIVE ? null : value }),
    setSeverity: (value: string | undefined) => setSearch({ severity: value ?? null }),
    setSuppressed: (value: string | undefined) => setSearch({ suppressed: value ?? null }),
    setQ: (value: string) => setSearch({ q: value || null }, { replace: true }),
    clearDevice: () => setSearch({ device: null }),
    /** As the API takes them. */
    query: () => ({
      status: status(),
      ...(severity() && { severity: severity() }),
      ...(suppressed() && { suppressed: suppressed() }),
      ...(q() && { q: q() }),
      ...(device() && { agent_id: device() }),
    }),
    any: () => [severity(), suppressed(), q(), device()].some((value) => value !== undefined) || status() !== ACTIVE,
    clear: () => setSearch({ status: null, severity: null, suppressed: null, q: null, device: null }),
  };
}
