import { createSignal, Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { signIn } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { createSubmit } from '../../ui/form.ts';
import { ErrorState } from '../../ui/states.tsx';
import { setSetupToken, setupToken } from './setup-link.ts';

/** The first account. The setup token, from the link or from the server's file, proves that the server is yours. */
export function AdministratorStep(props: { onDone: () => void }) {
  const fromLink = setupToken() !== '';
  const [username, setUsername] = createSignal('');
  const [password, setPassword] = createSignal('');

  const form = createSubmit(async () => {
    const account = { username: username().trim(), password: password() };
    await api('POST /api/auth/bootstrap', { body: account, bearer: setupToken().trim() });
    setSetupToken('');
    await signIn(account);
    props.onDone();
  }, ['username', 'password']);
  const refused = () => {
    const error = form.error();
    return error instanceof ApiError && error.status === 401;
  };

  return (
    <form class="stack gap-5" onSubmit={form.onSubmit}>
      <div>
        <h1>{t('setup.administrator_title')}</h1>
        <p class="dim">{t('setup.administrator_why')}</p>
      </div>
      <Card pad>
        <div class="stack">
          <Show when={!fromLink}>
            <TokenField refused={refused()} />
          </Show>
          <TextField
            label={t('setup.username')}
            value={username()}
            onChange={setUsername}
            error={form.issue('username')}
            size="l"
            input={{ ...ACCOUNT_INPUT, ...(fromLink ? { ref: focusSoon } : {}) }}
          />
          <TextField
            label={t('setup.password')}
            hint={t('setup.password_hint')}
            value={password()}
            onChange={setPassword}
            error={form.issue('password')}
            size="l"
            input={{ type: 'password', autocomplete: 'new-password', required: true }}
          />
          <Show when={form.error() !== undefined && (fromLink || !refused())}>
            <ErrorState
              what={refused() ? t('setup.token_wrong') : t('setup.administrator_failed')}
              error={form.error()}
            />
          </Show>
        </div>
      </Card>
      <div class="form-actions justify-end">
        <Button type="submit" look="primary" size="l" busy={form.busy()}>
          {t('setup.administrator_submit')}
        </Button>
      </div>
    </form>
  );
}

const ACCOUNT_INPUT = { autocomplete: 'username', autocapitalize: 'none', spellcheck: false, required: true } as const;

/** For whoever has no link: the token from the server's file. */
function TokenField(props: { refused: boolean }) {
  return (
    <TextField
      label={t('setup.token')}
      hint={t('setup.token_hint')}
      error={props.refused ? t('setup.token_wrong') : undefined}
      value={setupToken()}
      onChange={setSetupToken}
      size="l"
      input={{ type: 'password', autocomplete: 'off', required: true, ref: focusSoon }}
    />
  );
}
