import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { IconBellOff, IconOk } from '../../ui/icons.ts';
import { StatusWord } from '../../ui/status.tsx';
import { Refused } from '../settings/refused.tsx';
import { AlertFields } from './alert-form.tsx';
import type { AlertRelay } from './queries.ts';
import { hostRefusal } from './refusals.ts';
import { createRelayDraft } from './relay-draft.ts';
import { SendTest } from './send-test.tsx';

/** The server for alerts, set here and nowhere else. */
export function AlertCard(props: { relay: AlertRelay }) {
  const [forgetting, setForgetting] = createSignal(false);
  const draft = createRelayDraft(
    () => props.relay,
    () => setForgetting(false),
  );
  const isSet = () => props.relay.host !== '';
  return (
    <Card title={t('mail.alerts')} end={<State relay={props.relay} />} pad>
      <form class="stack gap-4" onSubmit={draft.save.onSubmit}>
        <p class="sm dim">{t('mail.alerts_why')}</p>
        <AlertFields draft={draft} saved={props.relay} />
        <Show when={!hostRefusal(draft.failure())}>
          <Refused what={t('mail.save_failed')} error={draft.save.error()} />
        </Show>
        <div class="form-actions">
          <Button
            type="submit"
            look="primary"
            busy={draft.save.busy()}
            disabled={!draft.changed() || !draft.portValid() || draft.passwordNeeded()}
          >
            {t('mail.save')}
          </Button>
          <Show when={isSet()}>
            <Button look="danger" onClick={() => setForgetting(true)}>
              {t('mail.forget')}
            </Button>
          </Show>
        </div>
        <Show when={isSet()}>
          <hr />
          <SendTest route="POST /api/config/smtp/alerts/test" of={props.relay} disabled={draft.changed()} />
        </Show>
      </form>
      <ConfirmDialog
        open={forgetting()}
        onOpenChange={setForgetting}
        title={t('mail.forget_title')}
        action={t('mail.forget')}
        look="danger solid"
        busy={draft.forget.busy()}
        onConfirm={draft.forget.send}
      >
        <p>{t('mail.forget_why', { host: props.relay.host })}</p>
        <Refused what={t('mail.save_failed')} error={draft.forget.error()} />
      </ConfirmDialog>
    </Card>
  );
}

function State(props: { relay: AlertRelay }) {
  return (
    <Show
      when={props.relay.enabled}
      fallback={
        <StatusWord tone="idle" icon={IconBellOff} word={props.relay.host ? t('mail.off') : t('mail.not_set')} />
      }
    >
      <StatusWord tone="ok" icon={IconOk} word={t('mail.on')} />
    </Show>
  );
}
