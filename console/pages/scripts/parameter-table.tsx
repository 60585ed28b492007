import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import type { Parameter } from './queries.ts';
import { typeName } from './words.ts';

/** Parameters for somebody who reads. */
export function ParameterTable(props: { parameters: readonly Parameter[] }) {
  return <Table label={t('scripts.parameters')} columns={columns()} rows={props.parameters} stacked />;
}

const columns = (): TableColumn<Parameter>[] => [
  {
    header: t('scripts.parameter_name'),
    kind: 'wrap',
    cell: (parameter) => (
      <>
        <span class="mono">{parameter.name}</span>
        <Show when={parameter.required}>
          <span class="xs muted"> {t('scripts.parameter_is_required')}</span>
        </Show>
        <div class="xs muted">
          <VisibleText text={parameter.description} />
        </div>
      </>
    ),
  },
  { header: t('scripts.parameter_type'), cell: (parameter) => typeName(parameter.type) },
  {
    header: t('scripts.parameter_default'),
    cell: (parameter) => (
      <Show when={parameter.default} fallback={<span class="muted">{t('scripts.default_none')}</span>}>
        {(value) => (
          <span class="mono">
            <VisibleText text={value()} />
          </span>
        )}
      </Show>
    ),
  },
];
