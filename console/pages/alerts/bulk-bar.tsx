import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconCheck, IconUser } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Kbd } from '../../ui/status.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { type AlertAct, decide } from './act.ts';
import type { Alert } from './alert.ts';
import { SilenceMenu } from './silence-menu.tsx';

/** What can be done with the picked alerts; what could not be done is said, and stays picked. */
export function BulkBar(props: { alerts: readonly Alert[]; selection: Selection }) {
  const [act, setAct] = createSignal<AlertAct>({ action: 'ack' });
  const form = createSubmit(async () => {
    await decide(props.alerts, act());
    props.selection.clear();
  });
  const run = (next: AlertAct) => {
    setAct(next);
    form.send();
  };
  const some = (status: Alert['status']) => props.alerts.some((alert) => alert.status === status);
  return (
    <div class="bulk sticky bottom-0" role="toolbar" aria-label={t('alerts.selected_acts')}>
      <b class="sm">{t('alerts.selected', { count: props.alerts.length })}</b>
      <span class="sep" />
      <Show when={some('open')}>
        <Button look="primary" icon={IconUser} busy={form.busy()} onClick={() => run({ action: 'ack' })}>
          {t('alerts.ack')}
        </Button>
      </Show>
      <Show when={some('open') || some('acknowledged')}>
        <Button icon={IconCheck} busy={form.busy()} onClick={() => run({ action: 'resolve' })}>
          {t('alerts.resolve')}
        </Button>
        <SilenceMenu
          silenced={props.alerts.some(({ silenced_until }) => silenced_until !== null)}
          busy={form.busy()}
          onChoose={(silence_until) => run({ action: 'suppress', silence_until })}
        />
      </Show>
      <Button look="quiet" keys={<Kbd>Esc</Kbd>} onClick={props.selection.clear}>
        {t('alerts.selected_clear')}
      </Button>
      <Show when={form.error() !== undefined}>
        <ErrorState what={t('alerts.act_failed')} error={form.error()} />
      </Show>
    </div>
  );
}

/** The keys of the list, where nothing is picked. */
export function KeysFoot(props: { manage: boolean }) {
  return (
    <p class="keys row hide-m xs muted mt-3" aria-hidden="true">
      <Kbd>j</Kbd>
      <Kbd>k</Kbd>
      {t('devices.key_move')}
      <Show when={props.manage}>
        <Kbd>x</Kbd>
        {t('devices.key_select')}
      </Show>
      <Kbd>↵</Kbd>
      {t('devices.key_open')}
    </p>
  );
}
