import { createEffect, createSignal, on, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconError, IconOk, IconSend } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import { testRefusal } from './refusals.ts';

export type SendTestProps = {
  route: 'POST /api/config/smtp/test' | 'POST /api/config/smtp/alerts/test';
  /** Something is not saved yet: a test would speak of something else. */
  disabled?: boolean;
  /** What is tested, so that an old answer goes when it changes. */
  of: unknown;
};

/** Mails a test to the own address, and keeps what came of it on screen: whoever sets a server up reads it closely. */
export function SendTest(props: SendTestProps) {
  const [sentTo, setSentTo] = createSignal<string>();
  const test = createSubmit(async () => {
    setSentTo(undefined);
    setSentTo((await api(props.route)).recipient);
  });
  createEffect(
    on(
      () => props.of,
      () => {
        setSentTo(undefined);
        test.clear();
      },
      { defer: true },
    ),
  );
  return (
    <div class="stack gap-3">
      <div class="form-actions">
        <Button icon={IconSend} busy={test.busy()} disabled={props.disabled} onClick={test.send}>
          {t('mail.test')}
        </Button>
        <span class="hint">{props.disabled ? t('mail.save_first') : t('mail.test_why')}</span>
      </div>
      <div class="empty:-mt-3" role="status">
        <Show when={sentTo()}>
          {(address) => (
            <Note icon={IconOk} look="ok">
              <span class="wrap-anywhere">{t('mail.test_sent', { address: address() })}</span>
            </Note>
          )}
        </Show>
      </div>
      <Show when={test.error()}>
        {(error) => (
          <Show when={testRefusal(error())} fallback={<ErrorState what={t('mail.test_failed')} error={error()} />}>
            {(why) => (
              <Note icon={IconError} look="err">
                <strong>{t('mail.test_failed')}</strong> <span class="wrap-anywhere">{why()}</span>
              </Note>
            )}
          </Show>
        )}
      </Show>
    </div>
  );
}
