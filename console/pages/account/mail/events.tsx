import { createSignal, For, Show } from 'solid-js';
import { type Label, t } from '../../../i18n/index.ts';
import { can, type Permission } from '../../../session.ts';
import { Switch } from '../../../ui/checkbox.tsx';
import { IconBellOff, IconWarn } from '../../../ui/icons.ts';
import { Note } from '../../../ui/status.tsx';
import { Refused } from '../../settings/refused.tsx';
import { choose, type NotificationEvent, type Notifications } from './queries.ts';

/** Each with what one must be allowed to see for it to mean anything. */
const events: Record<NotificationEvent, { label: Label; permission: Permission }> = {
  'alert.raised': { label: 'my_mail.event.alert.raised', permission: 'alerts.view' },
  'alert.reopened': { label: 'my_mail.event.alert.reopened', permission: 'alerts.view' },
  'alert.resolved': { label: 'my_mail.event.alert.resolved', permission: 'alerts.view' },
  'device.offline': { label: 'my_mail.event.device.offline', permission: 'devices.view' },
  'device.online': { label: 'my_mail.event.device.online', permission: 'devices.view' },
  'device.enrolled': { label: 'my_mail.event.device.enrolled', permission: 'devices.view' },
  'job.awaiting_approval': { label: 'my_mail.event.job.awaiting_approval', permission: 'jobs.view' },
  'job.failed': { label: 'my_mail.event.job.failed', permission: 'jobs.view' },
  'patch.failed': { label: 'my_mail.event.patch.failed', permission: 'patches.view' },
  'oauth.app.pending': { label: 'my_mail.event.oauth.app.pending', permission: 'api_tokens.manage' },
};

const isEvent = (key: string): key is NotificationEvent => Object.hasOwn(events, key);

/** A switch for each event, and plainly why nothing would come. */
export function Events(props: { known: Notifications }) {
  const [failure, setFailure] = createSignal<unknown>();
  const offered = () =>
    Object.keys(events)
      .filter(isEvent)
      .filter((event) => can(events[event].permission));
  async function set(event: NotificationEvent, on: boolean) {
    setFailure(undefined);
    await choose(event, on).catch(setFailure);
  }
  return (
    <fieldset class="stack gap-3">
      <legend class="label pb-3">{t('my_mail.about')}</legend>
      <WhyNothingComes known={props.known} />
      <For each={offered()}>
        {(event) => (
          <Switch
            label={t(events[event].label)}
            hint={event === 'alert.reopened' ? t('my_mail.reopened_hint') : undefined}
            checked={props.known.subscriptions[event]}
            onChange={(on) => void set(event, on)}
          />
        )}
      </For>
      <Refused what={t('my_mail.not_saved')} error={failure()} />
    </fieldset>
  );
}

function WhyNothingComes(props: { known: Notifications }) {
  const unconfirmed = () => props.known.confirmation_required && !props.known.confirmed;
  return (
    <Show when={props.known.delivery_configured} fallback={<Note icon={IconBellOff}>{t('my_mail.delivery_off')}</Note>}>
      <Show when={!props.known.address || unconfirmed()}>
        <Note icon={IconWarn} look="warn">
          {props.known.address ? t('my_mail.unconfirmed') : t('my_mail.nowhere')}
        </Note>
      </Show>
    </Show>
  );
}
