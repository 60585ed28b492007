import { useNavigate, useSearchParams } from '@solidjs/router';
import { createEffect, Show } from 'solid-js';
import { ApiError } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { nextPath } from '../../shell/gate.tsx';
import { Button } from '../../ui/button.tsx';
import { IconBack, IconError, IconKey } from '../../ui/icons.ts';
import { Mark } from '../../ui/mark.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { EntranceFoot } from '../entrance-foot.tsx';
import { forgetNext, keptNext } from '../sso/kept-next.ts';
import { useAuthState } from './auth-state.ts';
import { CodeField, PasswordFields, RecoveryCodeField } from './fields.tsx';
import { createSignIn, offersPasskey, type SignInModel } from './model.ts';
import { PasskeyWay } from './passkey-way.tsx';
import { SsoWay } from './sso-way.tsx';

/** Password, and a code where the account has a second step; or single sign-on. */
export default function SignIn() {
  const navigate = useNavigate();
  const [search] = useSearchParams<{ next?: string; sso?: string }>();
  const model = createSignIn();
  const ssoFailed = () => first(search.sso) === 'failed';
  const next = () => nextPath(first(search.next) ?? (ssoFailed() ? keptNext() : undefined));
  createEffect(() => {
    document.title = `${title(model)} · Muster`;
  });
  createEffect(() => {
    if (!me()) return;
    navigate(next(), { replace: true });
    forgetNext();
  });
  return (
    <main class="entrance">
      <div class="sheet">
        <form class="sheet-b stack" onSubmit={model.form.onSubmit}>
          <Heading model={model} />
          <Show
            when={model.asksCode()}
            fallback={
              <>
                <SsoWay next={next()} failed={ssoFailed() && model.form.error() === undefined} />
                <PasswordFields model={model} />
              </>
            }
          >
            <Show when={offersPasskey(model)}>
              <PasskeyWay step={model.passkey} />
            </Show>
            <Show when={model.recovers()} fallback={<CodeField model={model} />}>
              <RecoveryCodeField model={model} />
            </Show>
          </Show>
          <SignInError error={model.form.error()} model={model} />
          <Button
            type="submit"
            look={offersPasskey(model) ? undefined : 'primary'}
            size="l"
            full
            busy={model.form.busy()}
          >
            {model.asksCode() ? t('sign_in.confirm') : t('sign_in.submit')}
          </Button>
          <Show when={model.asksCode()}>
            <OtherWays model={model} />
          </Show>
        </form>
      </div>
      <EntranceFoot />
    </main>
  );
}

function OtherWays(props: { model: SignInModel }) {
  return (
    <div class="stack gap-2">
      <Button look="quiet" icon={IconKey} onClick={() => props.model.recover(!props.model.recovers())}>
        {props.model.recovers() ? t('sign_in.use_app') : t('sign_in.use_recovery_code')}
      </Button>
      <Button look="quiet" icon={IconBack} onClick={props.model.back}>
        {t('sign_in.other')}
      </Button>
    </div>
  );
}

function Heading(props: { model: SignInModel }) {
  const state = useAuthState();
  const instance = () => state()?.instance_name || location.host;
  const asked = () => {
    if (props.model.recovers()) return t('sign_in.recovery_hint');
    return offersPasskey(props.model) ? t('sign_in.second_hint') : t('sign_in.code_hint');
  };
  return (
    <div class="stack gap-2">
      <span class="brandmark">
        <Mark />
      </span>
      <h1>{title(props.model)}</h1>
      <p class="sm muted">{props.model.asksCode() ? asked() : instance()}</p>
    </div>
  );
}

function title(model: SignInModel): string {
  if (!model.asksCode()) return t('sign_in.title');
  return offersPasskey(model) ? t('sign_in.second_title') : t('sign_in.code_title');
}

/** What is wrong with what was typed is the operator's to mend and needs no request id; anything else may need one. */
function SignInError(props: { error: unknown; model: SignInModel }) {
  const sentence = () => refusalSentence(props.error, props.model);
  return (
    <Show when={props.error !== undefined}>
      <Show when={sentence()} fallback={<ErrorState what={t('sign_in.failed')} error={props.error} />}>
        {(words) => (
          <Note icon={IconError} look="err">
            {words()}
          </Note>
        )}
      </Show>
    </Show>
  );
}

function refusalSentence(error: unknown, model: SignInModel): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'codes_paused') return t('sign_in.codes_paused');
  if (error.code === 'sso_required') return t('sso.required');
  if (error.status !== 401) return undefined;
  if (error.body.totp_required !== true) return t('sign_in.wrong_password');
  return model.recovers() ? t('sign_in.wrong_recovery_code') : t('sign_in.wrong_code');
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
