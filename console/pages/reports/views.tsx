import { createMemo, For, onCleanup, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconClose } from '../../ui/icons.ts';
import {
  companyColumns,
  complianceColumns,
  hardwareColumns,
  holderColumns,
  machineColumns,
  ruleLabel,
  rules,
  softwareColumns,
} from './columns.tsx';
import { type Pages, useCompliance, useHardware, useHolders, useMachines, useSoftware } from './queries.ts';
import { ReportTable } from './report-table.tsx';
import type { ReportState } from './state.ts';

export type ViewProps = {
  state: ReportState;
  /** Told what is on screen, for the head of the page and for printing. */
  onPages: (pages: Pages | undefined) => void;
};

const filtered = (state: ReportState) => Object.keys(state.filters()).length > 0;

/** Hands the pages to the frame while the view is there. */
function tell(props: ViewProps, pages: Pages): void {
  props.onPages(pages);
  onCleanup(() => props.onPages(undefined));
}

export function SoftwareView(props: ViewProps) {
  return (
    <Show when={props.state.program()} keyed fallback={<Programs {...props} />}>
      {(program) => <Holders {...props} program={program} />}
    </Show>
  );
}

function Programs(props: ViewProps) {
  const pages = useSoftware(props.state);
  tell(props, pages);
  const rows = createMemo(() => pages.pages().flatMap((page) => page.software));
  return (
    <ReportTable
      label={t('reports.software')}
      pages={pages}
      rows={rows()}
      columns={softwareColumns(props.state.chooseProgram)}
      filtered={filtered(props.state)}
    />
  );
}

function Holders(props: ViewProps & { program: { name: string; manufacturer?: string } }) {
  const company = useCompany();
  const pages = useHolders(props.state, props.program);
  tell(props, pages);
  const rows = createMemo(() => pages.pages().flatMap((page) => page.devices ?? []));
  return (
    <>
      <div class="filters">
        <span class="chip on">
          <span class="k">{t('reports.program')}</span>
          <VisibleText text={props.program.name} />
        </span>
        <Button class="no-print" look="quiet" icon={IconClose} onClick={() => props.state.chooseProgram(undefined)}>
          {t('reports.all_programs')}
        </Button>
      </div>
      <ReportTable
        label={t('reports.software')}
        pages={pages}
        rows={rows()}
        columns={holderColumns(company.href)}
        filtered
      />
    </>
  );
}

export function HardwareView(props: ViewProps) {
  const company = useCompany();
  const pages = useHardware(props.state);
  tell(props, pages);
  const rows = createMemo(() => pages.pages().flatMap((page) => page.devices));
  return (
    <ReportTable
      label={t('reports.hardware')}
      pages={pages}
      rows={rows()}
      columns={hardwareColumns(company.href)}
      filtered={filtered(props.state)}
    />
  );
}

export function MachinesView(props: ViewProps) {
  const company = useCompany();
  const pages = useMachines(props.state);
  tell(props, pages);
  const rows = createMemo(() => pages.pages().flatMap((page) => page.devices));
  return (
    <ReportTable
      label={t('reports.machines')}
      pages={pages}
      rows={rows()}
      columns={machineColumns(company.href)}
      filtered={filtered(props.state)}
    />
  );
}

export function ComplianceView(props: ViewProps) {
  const company = useCompany();
  const pages = useCompliance(props.state);
  tell(props, pages);
  const clients = createMemo(() => pages.pages().flatMap((page) => page.clients ?? []));
  const devices = createMemo(() => pages.pages().flatMap((page) => page.devices ?? []));
  const byDevice = () => props.state.place() !== undefined;
  return (
    <>
      <Show
        when={byDevice()}
        fallback={
          <ReportTable
            label={t('reports.compliance')}
            pages={pages}
            rows={clients()}
            columns={companyColumns(({ client_id }) => client_id !== null && company.choose(client_id))}
            filtered={filtered(props.state)}
          />
        }
      >
        <ReportTable
          label={t('reports.compliance')}
          pages={pages}
          rows={devices()}
          columns={complianceColumns(company.href)}
          filtered
        />
      </Show>
      <Explained />
    </>
  );
}

/** How a score comes about. */
function Explained() {
  return (
    <section class="mt-4 max-w-180">
      <h2 class="text-md mb-2 font-semibold">{t('reports.how')}</h2>
      <p class="sm dim mb-2">{t('reports.how_why')}</p>
      <dl class="facts">
        <For each={rules}>
          {(rule) => (
            <>
              <dt>{t(ruleLabel(rule))}</dt>
              <dd>{t(`reports.rule_why.${rule}`)}</dd>
            </>
          )}
        </For>
      </dl>
    </section>
  );
}
