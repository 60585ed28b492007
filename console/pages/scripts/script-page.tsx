import { useParams, useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { isGone } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock, VisibleText } from '../../ui/code/code.tsx';
import { linesOf, shownText } from '../../ui/code/visible.ts';
import { IconScript } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/status.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { riskFlags } from '../jobs/risk-flags.tsx';
import { ParameterTable } from './parameter-table.tsx';
import { type Script, useScript } from './queries.ts';
import { ScriptActs } from './script-acts.tsx';
import { ScriptAside } from './script-aside.tsx';
import { ScriptEdit } from './script-edit.tsx';
import { VersionsTab } from './versions-tab.tsx';

/** /scripts/:id: a script of the library, its versions, and who uses it. */
export default function ScriptPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const script = useScript(() => params.id);
  const crumbs = () => [{ label: t('scripts.title'), href: company.href('/scripts') }];
  return (
    <Show
      when={script.isSuccess && script.data}
      fallback={
        <Page title={t('scripts.script')} crumbs={crumbs()}>
          <Card>
            <Show
              when={!(script.isError && isGone(script.error))}
              fallback={
                <EmptyState icon={IconScript} title={t('scripts.gone')}>
                  {t('scripts.gone_why')}
                </EmptyState>
              }
            >
              <Loaded query={script} failed={t('scripts.one_failed')}>
                {() => null}
              </Loaded>
            </Show>
          </Card>
        </Page>
      }
    >
      {(data) => (
        <Page
          title={shownText(data().name)}
          crumbs={crumbs()}
          beside={
            <Show when={data().builtin}>
              <Tag>{t('scripts.builtin')}</Tag>
            </Show>
          }
          sub={
            <Show when={data().description}>
              <p class="muted">
                <VisibleText text={data().description} />
              </p>
            </Show>
          }
          actions={<ScriptActs script={data()} />}
        >
          {/* Another script is another form. */}
          <Show when={data().id} keyed>
            {(_id) => <Content script={data()} />}
          </Show>
        </Page>
      )}
    </Show>
  );
}

function Content(props: { script: Script }) {
  const [search, setSearch] = useSearchParams<{ tab?: string }>();
  // Made once: tabs made anew would make their content anew, and with it the form in which somebody types.
  const tabs: Tab[] = [
    { value: 'script', label: t('scripts.script'), children: () => <ScriptTab script={props.script} /> },
    {
      value: 'versions',
      label: t('scripts.versions'),
      get count() {
        return props.script.version;
      },
      children: () => <VersionsTab script={props.script} />,
    },
  ];
  return (
    <Tabs
      label={t('scripts.script')}
      value={search.tab === 'versions' ? 'versions' : 'script'}
      onChange={(tab) => setSearch({ tab: tab === 'script' ? null : tab, version: null }, { replace: true })}
      tabs={tabs}
    />
  );
}

function ScriptTab(props: { script: Script }) {
  return (
    <div class="cols">
      <Show when={can('scripts.manage')} fallback={<Read script={props.script} />}>
        <ScriptEdit script={props.script} />
      </Show>
      <ScriptAside script={props.script} />
    </div>
  );
}

function Read(props: { script: Script }) {
  return (
    <div class="stack">
      <Card
        title={t('scripts.body')}
        sub={t('jobs.script_sub', { shell: props.script.shell, count: linesOf(props.script.body).length })}
      >
        <CodeBlock
          text={props.script.body}
          shell={props.script.shell}
          label={t('scripts.body')}
          anchor="L"
          flag={riskFlags(() => props.script.risk_hints)}
        />
      </Card>
      <Show when={props.script.parameters.length > 0}>
        <Card title={t('scripts.parameters')}>
          <ParameterTable parameters={props.script.parameters} />
        </Card>
      </Show>
    </div>
  );
}
