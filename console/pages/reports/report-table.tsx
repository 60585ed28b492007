import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconReports } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import type { Pages } from './queries.ts';

type Props<Row> = { label: string; pages: Pages; rows: readonly Row[]; columns: TableColumn<Row>[]; filtered: boolean };

/** The rows that are loaded, how many there are, and the way to more. */
export function ReportTable<Row>(props: Props<Row>) {
  return (
    <Card>
      <Loaded query={props.pages.query} failed={t('reports.failed')}>
        {() => (
          <Show when={props.rows.length > 0} fallback={<Nothing filtered={props.filtered} />}>
            <Table label={props.label} columns={props.columns} rows={props.rows} />
          </Show>
        )}
      </Loaded>
      <Show when={props.pages.query.hasNextPage}>
        <div class="card-foot no-print justify-center">
          <Button busy={props.pages.query.isFetchingNextPage} onClick={() => void props.pages.query.fetchNextPage()}>
            {t('reports.more')}
          </Button>
        </div>
      </Show>
    </Card>
  );
}

function Nothing(props: { filtered: boolean }) {
  return (
    <EmptyState icon={IconReports} title={props.filtered ? t('reports.none_match') : t('reports.none')}>
      {props.filtered ? t('reports.none_match_why') : t('reports.none_why')}
    </EmptyState>
  );
}
