import { useQuery } from '@tanstack/solid-query';
import { createSignal, Match, onCleanup, Show, Switch } from 'solid-js';
import { api } from '../../api.ts';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconPrint, IconRetry, IconSearch } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { useOrganisation } from '../organisation/organisation.ts';
import { allPlaces, placeName } from '../organisation/places.ts';
import { ExportButton } from './export-button.tsx';
import type { Pages } from './queries.ts';
import { allowedReports, type ReportState, useReportState } from './state.ts';
import { ComplianceView, HardwareView, MachinesView, SoftwareView } from './views.tsx';

/** /reports: what there is in the fleet, to read, to print and to take away. */
export default function Reports() {
  const state = useReportState();
  const [pages, setPages] = createSignal<Pages | undefined>();
  const [printing, setPrinting] = createSignal(false);
  async function print() {
    setPrinting(true);
    await pages()?.loadAll();
    setPrinting(false);
    requestAnimationFrame(() => window.print());
  }
  usePaper();
  return (
    <Page
      title={t('nav.reports')}
      beside={
        <span class="sm muted" role="status">
          <Show when={pages()?.query.isSuccess}>{t('reports.count', { count: pages()?.total() ?? 0 })}</Show>
        </span>
      }
      actions={
        <>
          <Button class="no-print" look="quiet" icon={IconRetry} onClick={() => void pages()?.query.refetch()}>
            {t('reports.again')}
          </Button>
          <Button class="no-print" icon={IconPrint} busy={printing()} onClick={() => void print()}>
            {t('reports.print')}
          </Button>
          <ExportButton
            request={{
              kind: state.kind(),
              filters: { ...state.filters(), ...(state.kind() === 'software' && state.program()) },
            }}
          />
        </>
      }
    >
      <PaperHead state={state} pages={pages()} />
      <Filters state={state} />
      <Switch>
        <Match when={state.kind() === 'software'}>
          <SoftwareView state={state} onPages={setPages} />
        </Match>
        <Match when={state.kind() === 'hardware'}>
          <HardwareView state={state} onPages={setPages} />
        </Match>
        <Match when={state.kind() === 'machines'}>
          <MachinesView state={state} onPages={setPages} />
        </Match>
        <Match when={state.kind() === 'compliance'}>
          <ComplianceView state={state} onPages={setPages} />
        </Match>
      </Switch>
    </Page>
  );
}

/** A report of a large fleet takes the server a second: it is asked once the typing pauses. */
const TYPING_MS = 300;

function createTyping(state: ReportState) {
  const [draft, setDraft] = createSignal<string | undefined>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  return {
    shown: () => draft() ?? state.text(),
    type: (text: string) => {
      setDraft(text);
      clearTimeout(timer);
      timer = setTimeout(() => {
        state.setText(text);
        setDraft(undefined);
      }, TYPING_MS);
    },
  };
}

function Filters(props: { state: ReportState }) {
  const text = createTyping(props.state);
  const organisation = useOrganisation();
  const places = () => allPlaces(organisation.companies());
  return (
    <div class="filters no-print">
      <Show when={allowedReports().length > 1}>
        <Segmented
          label={t('reports.kind')}
          segments={allowedReports().map((kind) => ({ value: kind, label: t(`reports.${kind}`) }))}
          value={props.state.kind()}
          onChange={props.state.chooseKind}
        />
      </Show>
      <Combobox
        class="w-64 [&>.label]:sr-only"
        label={t('reports.place')}
        placeholder={t('reports.everywhere')}
        options={places().map((place) => ({ value: place.id, label: placeName(place) }))}
        value={props.state.place()?.id}
        onChange={(id) => props.state.choosePlace(places().find((place) => place.id === id))}
      />
      <TextField
        label={t('reports.find')}
        class="fsearch [&>.head]:sr-only"
        icon={IconSearch}
        value={text.shown()}
        onChange={text.type}
        input={{ type: 'search', placeholder: t('reports.find'), autocomplete: 'off', maxlength: 200 }}
      />
      <span class="ml-auto" />
      <Select
        class="w-52"
        hideLabel
        label={t('reports.sort')}
        options={props.state.sorts().map((sort) => ({ value: sort, label: t(`reports.sort.${sort}`) }))}
        value={props.state.sort(props.state.kind())}
        onChange={props.state.setSort}
      />
    </div>
  );
}

/** What paper must say that a screen shows around the page: whose server, which report, of what and when. */
function PaperHead(props: { state: ReportState; pages: Pages | undefined }) {
  const organisation = useOrganisation();
  const config = useQuery(() => ({
    queryKey: ['config'],
    queryFn: ({ signal }) => api('GET /api/config', { signal }),
  }));
  const place = () => organisation.place(props.state.place()?.id);
  const name = () => {
    const found = place();
    return found ? placeName(found) : t('reports.everywhere');
  };
  const at = () =>
    formatDateTime(new Date(props.pages?.query.isSuccess ? props.pages.query.dataUpdatedAt : Date.now()));
  return (
    <div class="print-only print-head">
      <h2>{t(`reports.${props.state.kind()}`)}</h2>
      <p>
        {config.isSuccess ? config.data.server.instance_name : ''} · {name()} · {at()} ·{' '}
        {t('reports.count', { count: props.pages?.total() ?? 0 })}
        <Show when={props.pages?.query.hasNextPage}>
          {' '}
          · {t('reports.paper_part', { shown: formatNumber(shownRows(props.pages)) })}
        </Show>
      </p>
    </div>
  );
}

const shownRows = (pages: Pages | undefined): number =>
  pages?.query.isSuccess ? pages.query.data.pages.length * 200 : 0;

/** Dark ink on white paper, whatever the theme of the screen is. */
function usePaper(): void {
  let chosen: string | undefined;
  const before = () => {
    chosen = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = 'light';
  };
  const after = () => {
    if (chosen === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  onCleanup(() => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  });
}
