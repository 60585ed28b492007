import { Show } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { IconOk } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { Failed, TryOut } from '../../ui/try-out.tsx';
import type { Webhook } from './queries.ts';

/** Posts a test to the receiver. */
export function SendTest(props: { webhook: Webhook; disabled: boolean }) {
  return (
    <TryOut
      label={t('webhooks.test')}
      hint={props.disabled ? t('webhooks.test_save_first') : t('webhooks.test_why')}
      disabled={props.disabled}
      run={() => api('POST /api/webhooks/:id/test', { params: { id: props.webhook.id } })}
      failed={t('webhooks.test_failed')}
    >
      {(tested) => <Outcome tested={tested()} />}
    </TryOut>
  );
}

function Outcome(props: { tested: Output<'POST /api/webhooks/:id/test'> }) {
  return (
    <Show
      when={props.tested.delivered}
      fallback={<Failed what={t('webhooks.test_failed')} why={props.tested.error ?? ''} />}
    >
      <Note icon={IconOk} look="ok">
        {t('webhooks.test_ok', { status: String(props.tested.status ?? ''), ms: props.tested.duration_ms })}
      </Note>
    </Show>
  );
}
