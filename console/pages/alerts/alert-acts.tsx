import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { createSubmit } from '../../ui/form.ts';
import { IconCheck, IconUser } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { toast } from '../../ui/toast.tsx';
import { AskAi } from '../chat/ask-ai.tsx';
import { type AlertAct, decide, wasChanged } from './act.ts';
import type { Alert } from './alert.ts';
import { SilenceMenu } from './silence-menu.tsx';

/** What can be done with one alert now. Somebody who was quicker is told of, and the page shows what they did. */
export function AlertActs(props: { alert: Alert; onFailed: (error: unknown) => void }) {
  const [act, setAct] = createSignal<AlertAct>({ action: 'ack' });
  const form = createSubmit(async () => {
    try {
      await decide([props.alert], act());
      props.onFailed(undefined);
    } catch (error) {
      if (wasChanged(error)) toast(t('alerts.was_changed'), { look: 'err' });
      else props.onFailed(error);
    }
  });
  const run = (next: AlertAct) => {
    setAct(next);
    form.send();
  };
  const active = () => can('alerts.manage') && props.alert.status !== 'resolved';
  const open = () => can('alerts.manage') && props.alert.status === 'open';
  useShortcuts({
    a: { label: () => t('alerts.ack'), when: open, run: () => run({ action: 'ack' }) },
    e: { label: () => t('alerts.resolve'), when: active, run: () => run({ action: 'resolve' }) },
  });
  return (
    <>
      <AskAi
        question={t('chat.about.alert', {
          name: shownText(props.alert.title),
          id: props.alert.id,
          device: shownText(props.alert.agent_hostname),
        })}
      />
      <Show when={active()}>
        <SilenceMenu
          silenced={props.alert.silenced_until !== null}
          busy={form.busy()}
          onChoose={(silence_until) => run({ action: 'suppress', silence_until })}
        />
        <Button
          look={props.alert.status === 'acknowledged' ? 'primary' : undefined}
          icon={IconCheck}
          busy={form.busy()}
          onClick={() => run({ action: 'resolve' })}
        >
          {t('alerts.resolve')}
        </Button>
      </Show>
      <Show when={open()}>
        <Button look="primary" icon={IconUser} busy={form.busy()} onClick={() => run({ action: 'ack' })}>
          {t('alerts.ack')}
        </Button>
      </Show>
    </>
  );
}
