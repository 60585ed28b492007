import { Show } from 'solid-js';
import { ApiError } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { IconError, IconPasskey } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { browserSentence } from '../account/passkeys/browser-sentence.ts';
import type { PasskeyStep } from './passkey.ts';

/** The second step by passkey, above the one by code. The browser asks only when the button is pressed. */
export function PasskeyWay(props: { step: PasskeyStep }) {
  const form = () => props.step.form;
  return (
    <>
      <Button
        look="primary"
        size="l"
        full
        icon={IconPasskey}
        busy={form().busy()}
        onClick={() => form().send()}
        ref={focusSoon}
      >
        {t('sign_in.passkey')}
      </Button>
      <Show when={form().error() !== undefined}>
        <Show
          when={sentenceOf(form().error())}
          fallback={<ErrorState what={t('sign_in.passkey_failed')} error={form().error()} />}
        >
          {(sentence) => (
            <Note icon={IconError} look="err">
              {sentence()}
            </Note>
          )}
        </Show>
      </Show>
      <div class="or">{t('sign_in.or')}</div>
    </>
  );
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return browserSentence(error);
  if (error.status !== 401) return undefined;
  return t(error.body.totp_required === true ? 'sign_in.wrong_passkey' : 'sign_in.wrong_password');
}
