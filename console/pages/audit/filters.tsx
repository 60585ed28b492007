import { useSearchParams } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconClose } from '../../ui/icons.ts';
import { auditActions, isAuditAction } from './looks.ts';
import { actionLabel } from './sentence.tsx';

const KEYS = ['actor', 'action', 'target', 'since', 'until'] as const;
type Key = (typeof KEYS)[number];

/** Filters of the trail, kept in the URL. Days are the reader's own; the server is asked for moments. */
export function useAuditFilters() {
  const [search, setSearch] = useSearchParams<Partial<Record<Key, string>>>();
  const value = (key: Key) => {
    const found = search[key];
    return (Array.isArray(found) ? found[0] : found) || undefined;
  };
  const action = () => {
    const found = value('action');
    return found !== undefined && isAuditAction(found) ? found : undefined;
  };
  return {
    value,
    action,
    set: (key: Key, next: string | undefined) => setSearch({ [key]: next || null }),
    any: () => KEYS.some((key) => value(key) !== undefined),
    clear: () => setSearch(Object.fromEntries(KEYS.map((key) => [key, null]))),
    query: () => ({
      ...(value('actor') && { actor: value('actor') }),
      ...(action() && { action: action() }),
      ...(value('target') && { target: value('target') }),
      ...(momentOf(value('since'), 0) && { since: momentOf(value('since'), 0) }),
      ...(momentOf(value('until'), 1) && { until: momentOf(value('until'), 1) }),
    }),
  };
}

/** The start of a day, or of the one after it, where the reader is; undefined for what is no day. */
function momentOf(day: string | undefined, daysLater: number): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  if (!match) return undefined;
  const moment = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + daysLater);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

export type AuditFilters = ReturnType<typeof useAuditFilters>;

export function AuditFilterBar(props: { filters: AuditFilters }) {
  const facets = useQuery(() => ({
    queryKey: ['audit', { facets: true }],
    queryFn: ({ signal }) => api('GET /api/audit/facets', { signal }),
    staleTime: 60_000,
  }));
  const actors = () => {
    const chosen = props.filters.value('actor');
    const names = facets.isSuccess ? facets.data.actors : [];
    return [...new Set(chosen === undefined || names.includes(chosen) ? names : [chosen, ...names])];
  };
  return (
    <div class="filters items-end">
      <Combobox
        class="flex-1 basis-36 md:max-w-48"
        label={t('audit.filter.actor')}
        placeholder={t('audit.filter.actor_any')}
        options={actors().map((name) => ({ value: name, label: name }))}
        value={props.filters.value('actor')}
        onChange={(actor) => props.filters.set('actor', actor)}
      />
      <Combobox
        class="flex-1 basis-36 md:max-w-60"
        label={t('audit.filter.action')}
        placeholder={t('audit.filter.action_any')}
        options={auditActions.map((action) => ({ value: action, label: actionLabel(action) }))}
        value={props.filters.action()}
        onChange={(action) => props.filters.set('action', action)}
      />
      <TargetField filters={props.filters} />
      <DayField label={t('audit.filter.since')} name="since" filters={props.filters} />
      <DayField label={t('audit.filter.until')} name="until" filters={props.filters} />
      <Show when={props.filters.any()}>
        <Button look="quiet" icon={IconClose} onClick={props.filters.clear}>
          {t('audit.clear')}
        </Button>
      </Show>
    </div>
  );
}

/** Taken with Enter or on leaving the field: the server matches whole names and ids. */
function TargetField(props: { filters: AuditFilters }) {
  return (
    <TextField
      class="flex-1 basis-36 md:max-w-48"
      label={t('audit.filter.target')}
      value={props.filters.value('target') ?? ''}
      input={{
        placeholder: t('audit.filter.target_hint'),
        autocomplete: 'off',
        onBlur: (event) => props.filters.set('target', event.currentTarget.value.trim()),
        onKeyDown: (event) => {
          if (event.key === 'Enter') props.filters.set('target', event.currentTarget.value.trim());
        },
      }}
    />
  );
}

function DayField(props: { label: string; name: 'since' | 'until'; filters: AuditFilters }) {
  return (
    <TextField
      class="flex-1 basis-36 md:max-w-40"
      label={props.label}
      value={props.filters.value(props.name) ?? ''}
      onChange={(day) => props.filters.set(props.name, day)}
      input={{ type: 'date' }}
    />
  );
}
