import { useNavigate, useSearchParams } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { createEffect, createSignal, Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me, signIn } from '../../session.ts';
import { nextPath } from '../../shell/gate.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { createSubmit } from '../../ui/form.ts';
import { IconBack, IconError } from '../../ui/icons.ts';
import { Mark } from '../../ui/mark.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { EntranceFoot } from '../entrance-foot.tsx';

/** Password, and a code where the account has a second step. */
export default function SignIn() {
  const navigate = useNavigate();
  const [search] = useSearchParams<{ next?: string }>();
  const state = useQuery(() => ({
    queryKey: ['auth-state'],
    queryFn: ({ signal }) => api('GET /api/auth/state', { signal }),
  }));
  const [username, setUsername] = createSignal('');
  const [password, setPassword] = createSignal('');
  const [code, setCode] = createSignal('');
  const [asksCode, setAsksCode] = createSignal(false);

  createEffect(() => {
    document.title = `${asksCode() ? t('sign_in.code_title') : t('sign_in.title')} · Muster`;
  });
  createEffect(() => {
    if (me()) navigate(nextPath(first(search.next)), { replace: true });
  });

  const form = createSubmit(async () => {
    try {
      await signIn({
        username: username(),
        password: password(),
        ...(asksCode() ? { code: code().replaceAll(' ', '') } : {}),
      });
    } catch (error) {
      if (!wantsCode(error) || asksCode()) throw error;
      setAsksCode(true);
    }
  });
  function back() {
    setAsksCode(false);
    setCode('');
  }

  return (
    <main class="entrance">
      <div class="sheet">
        <form class="sheet-b stack" onSubmit={form.onSubmit}>
          <div class="stack gap-2">
            <span class="brandmark">
              <Mark />
            </span>
            <h1>{asksCode() ? t('sign_in.code_title') : t('sign_in.title')}</h1>
            <p class="sm muted">
              {asksCode() ? t('sign_in.code_hint') : (state.isSuccess && state.data.instance_name) || location.host}
            </p>
          </div>
          <Show
            when={asksCode()}
            fallback={
              <PasswordFields
                username={username()}
                onUsername={setUsername}
                password={password()}
                onPassword={setPassword}
              />
            }
          >
            <TextField
              label={t('sign_in.code')}
              value={code()}
              onChange={setCode}
              size="l"
              input={{
                autocomplete: 'one-time-code',
                class: 'code',
                spellcheck: false,
                required: true,
                ref: focusSoon,
              }}
            />
          </Show>
          <SignInError error={form.error()} code={asksCode()} />
          <Button type="submit" look="primary" size="l" full busy={form.busy()}>
            {asksCode() ? t('sign_in.confirm') : t('sign_in.submit')}
          </Button>
          <Show when={asksCode()}>
            <Button look="quiet" icon={IconBack} onClick={back}>
              {t('sign_in.other')}
            </Button>
          </Show>
        </form>
      </div>
      <EntranceFoot />
    </main>
  );
}

type PasswordProps = {
  username: string;
  onUsername: (value: string) => void;
  password: string;
  onPassword: (value: string) => void;
};

function PasswordFields(props: PasswordProps) {
  return (
    <>
      <TextField
        label={t('sign_in.username')}
        value={props.username}
        onChange={props.onUsername}
        size="l"
        input={{ autocomplete: 'username', autocapitalize: 'none', spellcheck: false, required: true, ref: focusSoon }}
      />
      <TextField
        label={t('sign_in.password')}
        value={props.password}
        onChange={props.onPassword}
        size="l"
        input={{ type: 'password', autocomplete: 'current-password', required: true }}
      />
    </>
  );
}

/** A wrong password is the operator's to mend and needs no request id; anything else may need one. */
function SignInError(props: { error: unknown; code: boolean }) {
  const refused = () => props.error instanceof ApiError && props.error.status === 401;
  return (
    <Show when={props.error !== undefined}>
      <Show when={refused()} fallback={<ErrorState what={t('sign_in.failed')} error={props.error} />}>
        <Note icon={IconError} look="err">
          {props.code ? t('sign_in.wrong_code') : t('sign_in.wrong_password')}
        </Note>
      </Show>
    </Show>
  );
}

function wantsCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.body.totp_required === true;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
