import { useSearchParams } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { createPaged } from '../../paged.ts';
import { queries } from '../../queries.ts';
import { Button } from '../../ui/button.tsx';
import { IconAdd, IconTicket } from '../../ui/icons.ts';
import { PagedFoot, PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import type { EnrollToken } from './token.ts';
import { TokenTable } from './token-table.tsx';

const PAGE = 50;

/** Settings → Enrollment: the tokens there are, a new one, and the end of one. `?new` opens the dialog, with a place if it names one. */
export default function Enrollment() {
  const [search, setSearch] = useSearchParams<{ new?: string }>();
  const [revoking, setRevoking] = createSignal<EnrollToken | undefined>();
  const tokens = createPaged<EnrollToken>({
    key: () => ['enroll_tokens'],
    load: async (cursor, signal) => {
      const page = await api('GET /api/enroll-tokens', { query: { limit: PAGE, ...(cursor && { cursor }) }, signal });
      return { rows: page.enroll_tokens, next: page.next_cursor };
    },
    at: (token) => token.created_at,
  });
  // What somebody does here shows at once; only what others do waits behind the bar.
  async function readAgain() {
    await queries.invalidateQueries({ queryKey: ['enroll_tokens'] });
    tokens.show();
  }
  const newButton = () => (
    <Button look="primary" icon={IconAdd} onClick={() => setSearch({ new: '1' })}>
      {t('enrollment.new')}
    </Button>
  );
  return (
    <SettingsPage title={t('settings.enrollment')} actions={newButton()}>
      <p class="sm dim mb-4 max-w-180">{t('enrollment.why')}</p>
      <section class="card" aria-label={t('settings.enrollment')}>
        <PagedList
          paged={tokens}
          failed={t('enrollment.failed')}
          newLabel={(count) => t('enrollment.show_new', { count })}
          empty={
            <EmptyState icon={IconTicket} title={t('enrollment.empty')} actions={newButton()}>
              {t('enrollment.empty_why')}
            </EmptyState>
          }
        >
          <TokenTable tokens={tokens.rows()} onRevoke={setRevoking} />
          <PagedFoot paged={tokens} more={t('enrollment.more')} />
        </PagedList>
      </section>
      <Show when={search.new !== undefined}>
        <NewTokenDialog
          placeId={typeof search.new === 'string' ? search.new : undefined}
          current={(id) => tokens.rows().find((token) => token.id === id)}
          onMade={() => void readAgain()}
          onClose={() => setSearch({ new: null }, { replace: true })}
        />
      </Show>
      <Show when={revoking()} keyed>
        {(token) => <RevokeTokenDialog token={token} onRevoked={readAgain} onClose={() => setRevoking(undefined)} />}
      </Show>
    </SettingsPage>
  );
}
