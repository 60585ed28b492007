import { useNavigate, useSearchParams } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { createEffect, Show } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { nextPath } from '../../shell/gate.tsx';
import { Button } from '../../ui/button.tsx';
import { IconBack, IconError } from '../../ui/icons.ts';
import { Mark } from '../../ui/mark.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { EntranceFoot } from '../entrance-foot.tsx';
import { CodeField, PasswordFields } from './fields.tsx';
import { createSignIn } from './model.ts';

/** Password, and a code where the account has a second step. */
export default function SignIn() {
  const navigate = useNavigate();
  const [search] = useSearchParams<{ next?: string }>();
  const model = createSignIn();
  createEffect(() => {
    document.title = `${model.asksCode() ? t('sign_in.code_title') : t('sign_in.title')} · Muster`;
  });
  createEffect(() => {
    if (me()) navigate(nextPath(first(search.next)), { replace: true });
  });
  return (
    <main class="entrance">
      <div class="sheet">
        <form class="sheet-b stack" onSubmit={model.form.onSubmit}>
          <Heading asksCode={model.asksCode()} />
          <Show when={model.asksCode()} fallback={<PasswordFields model={model} />}>
            <CodeField model={model} />
          </Show>
          <SignInError error={model.form.error()} code={model.asksCode()} />
          <Button type="submit" look="primary" size="l" full busy={model.form.busy()}>
            {model.asksCode() ? t('sign_in.confirm') : t('sign_in.submit')}
          </Button>
          <Show when={model.asksCode()}>
            <Button look="quiet" icon={IconBack} onClick={model.back}>
              {t('sign_in.other')}
            </Button>
          </Show>
        </form>
      </div>
      <EntranceFoot />
    </main>
  );
}

function Heading(props: { asksCode: boolean }) {
  const state = useQuery(() => ({
    queryKey: ['auth-state'],
    queryFn: ({ signal }) => api('GET /api/auth/state', { signal }),
  }));
  const instance = () => (state.isSuccess && state.data.instance_name) || location.host;
  return (
    <div class="stack gap-2">
      <span class="brandmark">
        <Mark />
      </span>
      <h1>{props.asksCode ? t('sign_in.code_title') : t('sign_in.title')}</h1>
      <p class="sm muted">{props.asksCode ? t('sign_in.code_hint') : instance()}</p>
    </div>
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

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
