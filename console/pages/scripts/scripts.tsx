import { useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Page } from '../../shell/page.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconAdd, IconFolder, IconInfo, IconScript, IconSearch } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Count, Note, Tag } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { CategoriesDialog } from './categories-dialog.tsx';
import { groupScripts, matches } from './groups.ts';
import { MAX_SCRIPTS, type ScriptRow, useCategories, useScripts } from './queries.ts';
import { sameCategory, shellName, systemsText } from './words.ts';

/** Stands for "every category", which no category can be called. */
const EVERY = '*every';
/** Of the scripts without one. */
const NONE = '*none';

/** /scripts: the library by category. */
export default function Scripts() {
  const company = useCompany();
  const scripts = useScripts();
  const categories = useCategories();
  const [search, setSearch] = useSearchParams<{ q?: string; category?: string }>();
  const [editing, setEditing] = createSignal(false);
  const all = () => (scripts.isSuccess ? scripts.data.scripts : []);
  const inCategory = (script: ScriptRow) => {
    if (search.category === undefined) return true;
    return search.category === NONE ? script.category === '' : sameCategory(script.category, search.category);
  };
  const groups = createMemo(() =>
    groupScripts(all().filter((script) => inCategory(script) && matches(script, search.q ?? ''))),
  );
  const filtered = () => search.q !== undefined || search.category !== undefined;
  const clear = () => setSearch({ q: null, category: null });
  const options = () => [
    { value: EVERY, label: t('scripts.every_category') },
    ...(categories.isSuccess ? categories.data.categories : []).map(({ name, count }) => ({
      value: name,
      label: `${name} (${count})`,
    })),
    { value: NONE, label: t('scripts.uncategorized') },
  ];
  return (
    <Page
      title={t('scripts.title')}
      actions={
        <Show when={can('scripts.manage')}>
          <Button icon={IconFolder} onClick={() => setEditing(true)}>
            {t('scripts.categories')}
          </Button>
          <LinkButton look="primary" icon={IconAdd} href={company.href('/scripts/new')}>
            {t('scripts.new')}
          </LinkButton>
        </Show>
      }
    >
      <div class="filters">
        <TextField
          label={t('scripts.find')}
          class="fsearch [&>.head]:sr-only"
          icon={IconSearch}
          value={search.q ?? ''}
          onChange={(q) => setSearch({ q: q || null }, { replace: true })}
          input={{ type: 'search', placeholder: t('scripts.find'), autocomplete: 'off', maxlength: 200 }}
        />
        <Select
          label={t('scripts.category')}
          hideLabel
          class="min-w-48"
          options={options()}
          value={search.category ?? EVERY}
          onChange={(category) => setSearch({ category: category === EVERY ? null : category }, { replace: true })}
        />
        <Show when={filtered()}>
          <Button look="quiet" onClick={clear}>
            {t('scripts.clear')}
          </Button>
        </Show>
      </div>
      <Show when={scripts.isSuccess && scripts.data.next_cursor}>
        <Note icon={IconInfo}>{t('scripts.too_many', { count: MAX_SCRIPTS })}</Note>
      </Show>
      <Loaded query={scripts} failed={t('scripts.failed')}>
        {() => (
          <Show when={groups().length > 0} fallback={<None filtered={filtered()} onClear={clear} />}>
            <div class="stack script-groups">
              <For each={groups()}>
                {(group) => (
                  <Card
                    title={<VisibleText text={group.category || t('scripts.uncategorized')} />}
                    end={
                      <Count value={group.scripts.length} label={t('scripts.count', { count: group.scripts.length })} />
                    }
                  >
                    <Table
                      label={group.category || t('scripts.uncategorized')}
                      columns={columns(company.href)}
                      rows={group.scripts}
                      stacked
                    />
                  </Card>
                )}
              </For>
            </div>
          </Show>
        )}
      </Loaded>
      <CategoriesDialog open={editing()} onOpenChange={setEditing} />
    </Page>
  );
}

const columns = (href: (path: string) => string): TableColumn<ScriptRow>[] => [
  {
    header: t('scripts.name'),
    kind: 'wrap',
    cell: (script) => (
      <div class="min-w-0">
        <a class="strong" href={href(`/scripts/${script.id}`)}>
          <VisibleText text={script.name} />
        </a>{' '}
        <Show when={script.builtin}>
          <Tag>{t('scripts.builtin')}</Tag>
        </Show>
        <div class="xs muted">
          <VisibleText text={script.description} />
        </div>
      </div>
    ),
  },
  { header: t('scripts.shell'), cell: (script) => shellName(script.shell) },
  { header: t('scripts.systems'), cell: (script) => systemsText(script.systems) },
  { header: t('scripts.version'), kind: 'num', cell: (script) => script.version },
  { header: t('scripts.changed'), cell: (script) => <RelativeTime at={script.updated_at} /> },
];

function None(props: { filtered: boolean; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={IconScript}
        title={props.filtered ? t('scripts.none_found') : t('scripts.none')}
        actions={
          <Show when={props.filtered}>
            <Button onClick={() => props.onClear()}>{t('scripts.clear')}</Button>
          </Show>
        }
      >
        {props.filtered ? t('scripts.none_found_why') : t('scripts.none_why')}
      </EmptyState>
    </Card>
  );
}
