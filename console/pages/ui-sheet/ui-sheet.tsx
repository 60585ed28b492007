import { useSearchParams } from '@solidjs/router';
import { Page } from '../../shell/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChartsSheet } from './charts-sheet.tsx';
import { CodeSheet } from './code-sheet.tsx';
import { ControlsSheet } from './controls-sheet.tsx';
import { StatesSheet } from './states-sheet.tsx';
import { TableSheet } from './table-sheet.tsx';

/**
 * Every component in its states, for builders and for the browser tests of accessibility. Development only, so its
 * texts are not translated and its data is invented.
 */
export default function UiSheet() {
  const [search, setSearch] = useSearchParams<{ tab?: string }>();
  return (
    <Page
      title="Components"
      beside={<span class="muted sm">A sheet for builders</span>}
      crumbs={[{ label: 'Development', href: '/ui-sheet' }]}
      fill={search.tab === 'table'}
    >
      <Tabs
        label="Sheets"
        value={String(search.tab ?? 'states')}
        onChange={(tab) => setSearch({ tab })}
        tabs={[
          { value: 'states', label: 'States', children: () => <StatesSheet /> },
          { value: 'controls', label: 'Controls', count: 12, children: () => <ControlsSheet /> },
          { value: 'code', label: 'Code', count: 3, look: 'err', children: () => <CodeSheet /> },
          { value: 'charts', label: 'Charts', children: () => <ChartsSheet /> },
          { value: 'table', label: 'Table', children: () => <TableSheet /> },
        ]}
      />
    </Page>
  );
}
