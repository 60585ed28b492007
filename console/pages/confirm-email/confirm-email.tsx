import { createSignal, Match, Show, Switch } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { linkToken } from '../../mailed-link.ts';
import { me, refreshPrincipal } from '../../session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconError, IconInfo } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { EntranceSheet } from '../entrance-sheet.tsx';

/** /confirm-email, where the mailed link leads. The button confirms, not the visit: mail scanners visit too. */
export default function ConfirmEmail() {
  /** The link that has done its work; another one may be opened in this tab afterwards. */
  const [spent, setSpent] = createSignal('');
  return (
    <Switch
      fallback={
        <EntranceSheet title={t('confirm_email.title')}>
          <Note icon={IconInfo}>{t('confirm_email.no_link')}</Note>
          <ToAccount />
        </EntranceSheet>
      }
    >
      <Match when={spent() !== '' && spent() === linkToken()}>
        <EntranceSheet title={t('confirm_email.done_title')} why={t('confirm_email.done')} done>
          <LinkButton href={me() ? '/account' : '/sign-in'} look="primary" size="l" full>
            {me() ? t('confirm_email.to_account') : t('sign_in.submit')}
          </LinkButton>
        </EntranceSheet>
      </Match>
      <Match when={linkToken()} keyed>
        {(token) => <Confirm token={token} onDone={() => setSpent(token)} />}
      </Match>
    </Switch>
  );
}

function Confirm(props: { token: string; onDone: () => void }) {
  const form = createSubmit(async () => {
    await api('POST /api/auth/verify-email', { body: { token: props.token } });
    if (me()) await refreshPrincipal();
    props.onDone();
  });
  const over = () => {
    const error = form.error();
    return error instanceof ApiError && error.code === 'link_invalid';
  };
  return (
    <EntranceSheet title={t('confirm_email.title')} why={over() ? undefined : t('confirm_email.why')}>
      <Show
        when={!over()}
        fallback={
          <>
            <Note icon={IconError} look="err">
              {t('confirm_email.link_over')}
            </Note>
            <ToAccount />
          </>
        }
      >
        <form class="stack" onSubmit={form.onSubmit}>
          <Show when={form.error() !== undefined}>
            <ErrorState what={t('confirm_email.failed')} error={form.error()} />
          </Show>
          <Button type="submit" look="primary" size="l" full busy={form.busy()}>
            {t('confirm_email.submit')}
          </Button>
        </form>
      </Show>
    </EntranceSheet>
  );
}

function ToAccount() {
  return (
    <LinkButton href="/account" look="primary" size="l" full>
      {t('confirm_email.to_account')}
    </LinkButton>
  );
}
