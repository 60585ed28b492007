import { createSignal, Show } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconError, IconOk, IconSend } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Note } from '../../ui/status.tsx';
import type { Webhook } from './queries.ts';

type Tested = Output<'POST /api/webhooks/:id/test'>;

/** Posts a test, and keeps what came of it on screen: whoever sets a receiver up reads it closely. */
export function SendTest(props: { webhook: Webhook; disabled: boolean }) {
  const [tested, setTested] = createSignal<Tested>();
  const test = createSubmit(async () => {
    setTested(undefined);
    setTested(await api('POST /api/webhooks/:id/test', { params: { id: props.webhook.id } }));
  });
  return (
    <div class="stack gap-3">
      <div class="form-actions">
        <Button icon={IconSend} busy={test.busy()} disabled={props.disabled} onClick={test.send}>
          {t('webhooks.test')}
        </Button>
        <span class="hint">{props.disabled ? t('webhooks.test_save_first') : t('webhooks.test_why')}</span>
      </div>
      <div class="empty:-mt-3" role="status">
        <Show when={tested()}>{(answer) => <Outcome tested={answer()} />}</Show>
      </div>
      <Show when={test.error()}>{(error) => <ErrorState what={t('webhooks.test_failed')} error={error()} />}</Show>
    </div>
  );
}

function Outcome(props: { tested: Tested }) {
  return (
    <Show
      when={props.tested.delivered}
      fallback={
        <Note icon={IconError} look="err">
          <strong>{t('webhooks.test_failed')}</strong>{' '}
          <span class="wrap-anywhere">
            <VisibleText text={props.tested.error ?? ''} />
          </span>
        </Note>
      }
    >
      <Note icon={IconOk} look="ok">
        {t('webhooks.test_ok', { status: String(props.tested.status ?? ''), ms: props.tested.duration_ms })}
      </Note>
    </Show>
  );
}
