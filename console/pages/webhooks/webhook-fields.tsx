import { For, Show } from 'solid-js';
import { notificationEvents } from '../../../schema/notifications.ts';
import { t } from '../../i18n/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import type { WebhookDraft } from './draft.ts';
import { urlRefusal } from './refusals.ts';

/** Name, URL, secret and events of a webhook. `stored`: it has a secret already. */
export function WebhookFields(props: { draft: WebhookDraft; stored: boolean }) {
  const { values, change, save, failure } = props.draft;
  return (
    <>
      <TextField
        label={t('webhooks.name')}
        value={values().name}
        onChange={(name) => change({ name })}
        error={save.issue('name')}
        input={{ required: true, maxlength: 200, autocomplete: 'off' }}
      />
      <TextField
        label={t('webhooks.url')}
        hint={t('webhooks.url_hint')}
        value={values().url}
        onChange={(url) => change({ url })}
        error={urlRefusal(failure()) ?? save.issue('url')}
        input={{
          type: 'url',
          required: true,
          maxlength: 2000,
          autocomplete: 'off',
          spellcheck: false,
          placeholder: 'https://example.com/hook',
        }}
      />
      <Secret {...props} />
      <fieldset class="stack gap-3">
        <legend class="label pb-3">{t('webhooks.events')}</legend>
        <div class="grid grid-cols-1 gap-3 md:grid-cols-2">
          <For each={notificationEvents}>
            {(event) => (
              <Checkbox
                label={t(`my_mail.event.${event}`)}
                hint={event === 'alert.reopened' ? t('my_mail.reopened_hint') : undefined}
                checked={values().events.includes(event)}
                onChange={(on) => props.draft.toggle(event, on)}
              />
            )}
          </For>
        </div>
        <Show when={values().events.length === 0}>
          <p class="hint">{t('webhooks.events_missing')}</p>
        </Show>
      </fieldset>
      <Checkbox
        label={t('webhooks.enabled')}
        hint={t('webhooks.enabled_why')}
        checked={values().enabled}
        onChange={(enabled) => change({ enabled })}
      />
    </>
  );
}

function Secret(props: { draft: WebhookDraft; stored: boolean }) {
  const { values, change, save, secretNeeded } = props.draft;
  const hint = () => {
    if (secretNeeded()) return t('webhooks.secret_again');
    return props.stored ? t('webhooks.secret_kept') : t('webhooks.secret_made');
  };
  return (
    <div class="stack gap-3">
      <TextField
        label={t('webhooks.secret')}
        optional={!secretNeeded()}
        hint={hint()}
        value={values().secret}
        onChange={(secret) => change({ secret, ...(secret && { renew: false }) })}
        error={save.issue('secret') && (secretNeeded() ? t('webhooks.secret_again') : t('webhooks.secret_form'))}
        input={{ type: 'password', autocomplete: 'new-password', maxlength: 200, spellcheck: false }}
      />
      <Show when={props.stored}>
        <Checkbox
          label={t('webhooks.secret_renew')}
          hint={t('webhooks.secret_renew_why')}
          checked={values().renew}
          onChange={(renew) => change({ renew, ...(renew && { secret: '' }) })}
        />
      </Show>
    </div>
  );
}
