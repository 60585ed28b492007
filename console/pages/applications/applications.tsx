import { useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Page } from '../../shell/page.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { Connect } from './connect.tsx';
import { ApplicationList } from './list.tsx';
import { OffNote } from './off-note.tsx';
import { PolicyTab } from './policy-form.tsx';
import { decides } from './queries.ts';

/** /ai/applications: what connects to this server, which may, and how. For people who only use MCP, the last of it. */
export default function Applications() {
  const [search, setSearch] = useSearchParams<{ tab?: string }>();
  const show = (tab: string) => setSearch({ tab: tab === 'list' ? null : tab, app: null, q: null });
  const tabs = (): Tab[] => [
    { value: 'list', label: t('apps.tab_list'), children: () => <ApplicationList onConnect={() => show('connect')} /> },
    ...(decides() ? [{ value: 'policy', label: t('apps.tab_policy'), children: () => <PolicyTab /> }] : []),
    { value: 'connect', label: t('apps.tab_connect'), children: () => <Connect /> },
  ];
  const tab = () => tabs().find(({ value }) => value === search.tab)?.value ?? 'list';
  return (
    <Page title={t('apps.title')}>
      <OffNote />
      <Show when={can('api_tokens.manage')} fallback={<Connect />}>
        <Tabs label={t('apps.title')} tabs={tabs()} value={tab()} onChange={show} />
      </Show>
    </Page>
  );
}
