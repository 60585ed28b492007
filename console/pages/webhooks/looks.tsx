import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { IconError, IconOk, IconRunning, IconWaiting } from '../../ui/icons.ts';
import { type StatusLook, StatusWord } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import type { Delivery, Webhook } from './queries.ts';

/** How the last try went, and when. */
export function LastDelivery(props: { webhook: Webhook }) {
  return (
    <Show when={props.webhook.last_delivery_at} fallback={<span class="muted">{t('webhooks.never')}</span>}>
      {(at) => (
        <span class="row flex-wrap gap-y-0">
          <Show
            when={props.webhook.last_error === null}
            fallback={<StatusWord tone="err" icon={IconError} word={t('webhooks.not_delivered')} />}
          >
            <StatusWord tone="ok" icon={IconOk} word={t('webhooks.delivered')} />
          </Show>
          <RelativeTime at={at()} class="muted" />
        </span>
      )}
    </Show>
  );
}

export const stateLook = (state: Delivery['state']): StatusLook => {
  switch (state) {
    case 'pending':
      return { tone: 'idle', icon: IconWaiting, word: t('webhooks.state_pending') };
    case 'processing':
      return { tone: 'run', icon: IconRunning, word: t('webhooks.state_processing'), spin: true };
    case 'delivered':
      return { tone: 'ok', icon: IconOk, word: t('webhooks.state_delivered') };
    case 'failed':
      return { tone: 'err', icon: IconError, word: t('webhooks.state_failed') };
  }
};
