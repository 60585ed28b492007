import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { Loaded } from '../../ui/states.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { Hosts } from '../applications/hosts.tsx';
import { type Grant, useGrants } from '../applications/queries.ts';
import { Refused } from '../settings/refused.tsx';

/** The AI applications that act for whoever is signed in, and a way to end each. Absent where there can be none. */
export function ApplicationsCard() {
  const grants = useGrants();
  const rows = () => (grants.isSuccess ? grants.data.oauth_grants : []);
  const [ending, setEnding] = createSignal<string | undefined>();
  const [failure, setFailure] = createSignal<unknown>();
  async function end({ id, name }: Grant) {
    setEnding(id);
    setFailure(undefined);
    try {
      await api('DELETE /api/me/oauth-grants/:id', { params: { id } });
      toast(t('apps.mine_ended', { name: shownText(name) }));
    } catch (error) {
      setFailure(error);
    }
    await queries.invalidateQueries({ queryKey: ['oauth_apps'] });
    setEnding(undefined);
  }
  const columns: TableColumn<Grant>[] = [
    {
      header: t('apps.name'),
      kind: 'wrap',
      cell: ({ name }) => (
        <span class="strong wrap-anywhere">
          <VisibleText text={name} />
        </span>
      ),
    },
    { header: t('apps.hosts'), kind: 'wrap', cell: ({ hosts }) => <Hosts hosts={hosts} unknown={[]} /> },
    { header: t('apps.mine_since'), cell: ({ authorized_at }) => <RelativeTime at={authorized_at} /> },
    { header: t('apps.last_used'), cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
    {
      header: t('apps.acts'),
      hideHeader: true,
      kind: 'num',
      cell: (grant) => (
        <Button
          size="s"
          aria-label={t('apps.mine_end_one', { name: shownText(grant.name) })}
          busy={ending() === grant.id}
          onClick={() => void end(grant)}
        >
          {t('apps.mine_end')}
        </Button>
      ),
    },
  ];
  return (
    <Show when={can('mcp.use') || rows().length > 0}>
      <Card title={t('apps.mine')} foot={rows().length > 0 ? <p class="hint">{t('apps.mine_why')}</p> : undefined}>
        <Show when={failure() !== undefined}>
          <div class="card-body">
            <Refused what={t('apps.mine_end_failed')} error={failure()} />
          </div>
        </Show>
        <Loaded query={grants} failed={t('apps.mine_failed')}>
          {() => (
            <Show when={rows().length > 0} fallback={<p class="card-body sm muted">{t('apps.mine_none')}</p>}>
              <Table label={t('apps.mine')} columns={columns} rows={rows()} stacked />
            </Show>
          )}
        </Loaded>
      </Card>
    </Show>
  );
}
