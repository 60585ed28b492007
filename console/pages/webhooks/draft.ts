import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js';
import { type NotificationEvent, notificationEvents } from '../../../schema/notifications.ts';
import { api } from '../../api.ts';
import { queries } from '../../queries.ts';
import { createSubmit, type Submit } from '../../ui/form.ts';
import type { SavedWebhook, Webhook } from './queries.ts';

/** As the fields hold it. */
export type WebhookValues = {
  name: string;
  url: string;
  events: readonly NotificationEvent[];
  enabled: boolean;
  secret: string;
  /** Of one that is there: the server makes a new secret. */
  renew: boolean;
};

export type WebhookDraft = {
  values: Accessor<WebhookValues>;
  change: (change: Partial<WebhookValues>) => void;
  toggle: (event: NotificationEvent, on: boolean) => void;
  changed: Accessor<boolean>;
  /** The URL is another one: its secret has to be sent again. */
  secretNeeded: Accessor<boolean>;
  save: Submit;
  /** What the last save failed with, whole: some of it has a code that a field explains. */
  failure: Accessor<unknown>;
};

/** Who wants to know of alerts means those that come back as well. */
const fresh: WebhookValues = {
  ...{ name: '', url: '', enabled: true, secret: '', renew: false },
  events: ['alert.raised', 'alert.reopened'],
};
const FIELDS = ['name', 'url', 'events', 'secret'];

const fromSaved = ({ name, url, events, enabled }: Webhook): WebhookValues => ({
  ...{ name, url, events, enabled },
  secret: '',
  renew: false,
});

/** The state of the form over a webhook, or over none yet. */
export function createWebhookDraft(
  saved: Accessor<Webhook | undefined>,
  onSaved: (webhook: SavedWebhook) => void,
): WebhookDraft {
  const before = () => {
    const webhook = saved();
    return webhook ? fromSaved(webhook) : fresh;
  };
  const [values, setValues] = createSignal<WebhookValues>(before());
  // Follows what somebody else saves, until something is typed.
  const known = createMemo(() => JSON.stringify(before()));
  createEffect(on(known, (_, last) => last !== undefined && JSON.stringify(values()) === last && setValues(before())));
  const [failure, setFailure] = createSignal<unknown>();
  const secretNeeded = () => saved() !== undefined && values().url !== before().url && !values().renew;
  const save = createSubmit(async () => {
    setFailure(undefined);
    const made = await send(saved(), values()).catch((error: unknown) => {
      setFailure(error);
      throw error;
    });
    const { secret: _, ...webhook } = made;
    setValues(fromSaved(webhook));
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    onSaved(made);
  }, FIELDS);
  return {
    values,
    change: (change) => setValues({ ...values(), ...change }),
    toggle: (event, on) =>
      setValues({
        ...values(),
        events: notificationEvents.filter((one) => (one === event ? on : values().events.includes(one))),
      }),
    changed: createMemo(() => JSON.stringify(values()) !== known()),
    secretNeeded,
    save,
    failure,
  };
}

function send(saved: Webhook | undefined, values: WebhookValues): Promise<SavedWebhook> {
  const { name, url, enabled, secret, renew } = values;
  const body = { name, url, enabled, events: [...values.events] };
  if (!saved) return api('POST /api/webhooks', { body: { ...body, ...(secret && { secret }) } });
  const given = renew ? { secret: null } : secret ? { secret } : {};
  return api('PATCH /api/webhooks/:id', { params: { id: saved.id }, body: { ...body, ...given } });
}
