import { createSignal, Match, Show, Switch } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { linkToken } from '../../mailed-link.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { createSubmit } from '../../ui/form.ts';
import { IconError, IconInfo } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { EntranceSheet } from '../entrance-sheet.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** /reset-password, where the mailed link leads: a new password. Nobody is signed in by it. */
export default function ResetPassword() {
  /** The link that has done its work; another one may be opened in this tab afterwards. */
  const [spent, setSpent] = createSignal('');
  return (
    <Switch
      fallback={
        <EntranceSheet title={t('reset.title')}>
          <Note icon={IconInfo}>{t('reset.no_link')}</Note>
          <AskAgain />
        </EntranceSheet>
      }
    >
      <Match when={spent() !== '' && spent() === linkToken()}>
        <EntranceSheet title={t('reset.done_title')} why={t('reset.done')} done>
          <LinkButton href="/sign-in" look="primary" size="l" full>
            {t('reset.sign_in')}
          </LinkButton>
        </EntranceSheet>
      </Match>
      <Match when={linkToken()} keyed>
        {(token) => <NewPassword token={token} onDone={() => setSpent(token)} />}
      </Match>
    </Switch>
  );
}

function NewPassword(props: { token: string; onDone: () => void }) {
  const [password, setPassword] = createSignal('');
  const [failure, setFailure] = createSignal<unknown>();
  const form = createSubmit(async () => {
    setFailure(undefined);
    await api('POST /api/auth/password-reset/confirm', { body: { token: props.token, password: password() } }).catch(
      (error: unknown) => {
        setFailure(error);
        throw error;
      },
    );
    props.onDone();
  }, ['password']);
  const over = () => {
    const error = failure();
    return error instanceof ApiError && error.code === 'link_invalid';
  };
  return (
    <EntranceSheet title={t('reset.title')} why={over() ? undefined : t('reset.why')}>
      <Show when={!over()} fallback={<LinkOver />}>
        <form class="stack" onSubmit={form.onSubmit}>
          <NewPasswordField value={password()} onChange={setPassword} failure={failure()} size="l" ref={focusSoon} />
          <Show when={form.error() !== undefined}>
            <ErrorState what={t('reset.failed')} error={form.error()} />
          </Show>
          <Button type="submit" look="primary" size="l" full busy={form.busy()}>
            {t('reset.submit')}
          </Button>
        </form>
      </Show>
    </EntranceSheet>
  );
}

function LinkOver() {
  return (
    <>
      <Note icon={IconError} look="err">
        {t('reset.link_over')}
      </Note>
      <AskAgain />
    </>
  );
}

function AskAgain() {
  return (
    <LinkButton href="/forgot-password" look="primary" size="l" full>
      {t('reset.ask_again')}
    </LinkButton>
  );
}
