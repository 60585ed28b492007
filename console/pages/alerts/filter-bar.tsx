import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconClose, IconSearch } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { stateFilters, useAlertFilters } from './filters.ts';

/** Which alerts are shown; every choice is in the URL. */
export function AlertFilters(props: { hostname: string | undefined }) {
  const filters = useAlertFilters();
  const states = () => {
    const known = stateFilters.map(({ label, value }) => ({ value, label: t(label) }));
    if (known.some(({ value }) => value === filters.status())) return known;
    return [...known, { value: filters.status(), label: t('alerts.filter.other') }];
  };
  return (
    <div class="filters">
      <Select
        class="w-44"
        hideLabel
        label={t('alerts.filter.state')}
        options={states()}
        value={filters.status()}
        onChange={filters.setStatus}
      />
      <Select
        class="w-40"
        hideLabel
        label={t('alerts.filter.severity')}
        options={[
          { value: 'any', label: t('alerts.filter.severity_any') },
          { value: 'error', label: t('alerts.filter.errors') },
          { value: 'warning', label: t('alerts.filter.warnings') },
        ]}
        value={filters.severity() ?? 'any'}
        onChange={(value) => filters.setSeverity(value === 'any' ? undefined : value)}
      />
      <Select
        class="w-48"
        hideLabel
        label={t('alerts.filter.quiet')}
        options={[
          { value: 'any', label: t('alerts.filter.quiet_any') },
          { value: 'false', label: t('alerts.filter.loud') },
          { value: 'true', label: t('alerts.filter.silent') },
        ]}
        value={filters.suppressed() ?? 'any'}
        onChange={(value) => filters.setSuppressed(value === 'any' ? undefined : value)}
      />
      <TextField
        class="flex-1 basis-48 md:max-w-72 [&>.head]:sr-only"
        icon={IconSearch}
        label={t('alerts.filter.text')}
        value={filters.q() ?? ''}
        onChange={filters.setQ}
        input={{ type: 'search', placeholder: t('alerts.filter.text'), autocomplete: 'off' }}
      />
      <Show when={filters.device()}>
        {(id) => (
          <span class="chip on">
            <span class="k">{t('alerts.column.device')}</span>
            <VisibleText text={props.hostname ?? id().slice(0, 8)} />
            <button type="button" aria-label={t('alerts.filter.device_clear')} onClick={filters.clearDevice}>
              <IconClose class="i-sm" />
            </button>
          </span>
        )}
      </Show>
      <Show when={filters.any()}>
        <Button look="quiet" icon={IconClose} onClick={filters.clear}>
          {t('alerts.clear')}
        </Button>
      </Show>
    </div>
  );
}
