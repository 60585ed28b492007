import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { createPaged } from '../../paged.ts';
import { Page } from '../../shell/page.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconAudit, IconChevronDown, IconChevronRight, IconFailed } from '../../ui/icons.ts';
import { PagedFoot, PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { ExportButton } from '../reports/export-button.tsx';
import { AuditDetailsView } from './details.tsx';
import { AuditFilterBar, type AuditFilters, useAuditFilters } from './filters.tsx';
import { type AuditEntry, AuditIcon, AuditSentence } from './sentence.tsx';

const PAGE = 100;

/** Who did what, when and from where: newest first, filtered by what the URL says. */
export default function AuditPage() {
  const filters = useAuditFilters();
  const entries = createPaged<AuditEntry>({
    key: () => ['audit', { list: filters.query() }],
    load: async (cursor, signal) => {
      const query = { ...filters.query(), limit: PAGE, ...(cursor && { cursor }) };
      const page = await api('GET /api/audit', { query, signal });
      return { rows: page.entries, next: page.next_cursor };
    },
    at: (entry) => entry.at,
  });
  return (
    <Page title={t('audit.title')} actions={<ExportButton request={{ kind: 'audit', filters: filters.query() }} />}>
      <AuditFilterBar filters={filters} />
      <Card>
        <PagedList
          paged={entries}
          failed={t('audit.failed')}
          newLabel={(count) => t('audit.show_new', { count })}
          empty={<NoEntries filters={filters} />}
        >
          <ul class="list">
            <For each={entries.rows()}>{(entry) => <Row entry={entry} filters={filters} />}</For>
          </ul>
        </PagedList>
        <PagedFoot paged={entries} more={t('audit.more')} />
      </Card>
    </Page>
  );
}

function Row(props: { entry: AuditEntry; filters: AuditFilters }) {
  const [open, setOpen] = createSignal(false);
  const id = createUniqueId();
  return (
    <li class="flex-wrap tight">
      <AuditIcon entry={props.entry} />
      <span class="sm min-w-0 flex-1 wrap-anywhere">
        <AuditSentence entry={props.entry} />
      </span>
      <Show when={props.entry.outcome === 'refused'}>
        {/* A phone has no room for it beside the sentence, which says the same. */}
        <Badge class="max-[860px]:hidden" tone="err" icon={IconFailed} word={t('audit.refused_word')} />
      </Show>
      <RelativeTime class="xs muted" at={props.entry.at} />
      <IconButton
        size="s"
        look="quiet"
        icon={open() ? IconChevronDown : IconChevronRight}
        label={t('audit.details')}
        aria-expanded={open()}
        aria-controls={id}
        onClick={() => setOpen(!open())}
      />
      <Show when={open()}>
        <div id={id} class="w-full pb-2 pl-7">
          <AuditDetailsView
            entry={props.entry}
            onActor={(actor) => props.filters.set('actor', actor)}
            onTarget={(target) => props.filters.set('target', target)}
          />
        </div>
      </Show>
    </li>
  );
}

function NoEntries(props: { filters: AuditFilters }) {
  return (
    <Show
      when={props.filters.any()}
      fallback={
        <EmptyState icon={IconAudit} title={t('audit.none')}>
          {t('audit.why')}
        </EmptyState>
      }
    >
      <EmptyState
        icon={IconAudit}
        title={t('audit.none_match')}
        actions={<Button onClick={props.filters.clear}>{t('audit.clear')}</Button>}
      >
        {t('audit.none_match_why')}
      </EmptyState>
    </Show>
  );
}
