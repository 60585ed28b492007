import { createSignal, Match, Show, Switch } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { createSubmit } from '../../ui/form.ts';
import { IconBack, IconInfo } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { EntranceSheet } from '../entrance-sheet.tsx';
import { useAuthState } from '../sign-in/auth-state.ts';

/** /forgot-password: asks for a link by mail. What it says afterwards is the same for every address. */
export default function ForgotPassword() {
  const state = useAuthState();
  const [asked, setAsked] = createSignal<string | undefined>();
  return (
    <Switch fallback={<Ask onAsked={setAsked} />}>
      <Match when={state()?.password_reset === false}>
        <EntranceSheet title={t('forgot.title')}>
          <Note icon={IconInfo}>{t('forgot.no_mail')}</Note>
          <BackToSignIn />
        </EntranceSheet>
      </Match>
      <Match when={asked()}>
        {(email) => (
          <EntranceSheet title={t('forgot.asked_title')} done>
            <p>{t('forgot.asked', { email: email() })}</p>
            <p class="sm muted">{t('forgot.asked_hint')}</p>
            <BackToSignIn />
          </EntranceSheet>
        )}
      </Match>
    </Switch>
  );
}

function Ask(props: { onAsked: (email: string) => void }) {
  const [email, setEmail] = createSignal('');
  const form = createSubmit(async () => {
    const wanted = email().trim();
    await api('POST /api/auth/password-reset', { body: { email: wanted } });
    props.onAsked(wanted);
  }, ['email']);
  return (
    <EntranceSheet title={t('forgot.title')} why={t('forgot.why')}>
      <form class="stack" onSubmit={form.onSubmit}>
        <TextField
          label={t('forgot.email')}
          value={email()}
          onChange={setEmail}
          error={form.issue('email')}
          size="l"
          input={{
            type: 'email',
            autocomplete: 'email',
            spellcheck: false,
            required: true,
            maxlength: 320,
            ref: focusSoon,
          }}
        />
        <Show when={form.error() !== undefined}>
          <ErrorState what={t('forgot.failed')} error={form.error()} />
        </Show>
        <Button type="submit" look="primary" size="l" full busy={form.busy()}>
          {t('forgot.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </EntranceSheet>
  );
}

function BackToSignIn() {
  return (
    <LinkButton href="/sign-in" look="quiet" icon={IconBack}>
      {t('forgot.back')}
    </LinkButton>
  );
}
