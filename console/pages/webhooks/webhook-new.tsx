import { useNavigate } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { createWebhookDraft } from './draft.ts';
import type { SavedWebhook } from './queries.ts';
import { SecretOnce } from './secret-once.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** /settings/webhooks/new: the form, and then the secret, once, where the server made it. */
export default function NewWebhook() {
  const company = useCompany();
  const navigate = useNavigate();
  const [made, setMade] = createSignal<SavedWebhook & { secret: string }>();
  const leave = ({ id }: SavedWebhook) => navigate(company.href(`/settings/webhooks/${id}`));
  const draft = createWebhookDraft(
    () => undefined,
    (webhook) => (webhook.secret === undefined ? leave(webhook) : setMade({ ...webhook, secret: webhook.secret })),
  );
  return (
    <SettingsPage
      title={t('webhooks.create_title')}
      crumbs={[{ label: t('settings.webhooks'), href: company.href('/settings/webhooks') }]}
    >
      <div class="max-w-180">
        <Show
          when={made()}
          fallback={
            <WebhookForm
              draft={draft}
              stored={false}
              action={t('webhooks.create')}
              failed={t('webhooks.create_failed')}
            >
              <LinkButton href={company.href('/settings/webhooks')}>{t('ui.cancel')}</LinkButton>
            </WebhookForm>
          }
        >
          {(webhook) => <SecretOnce name={webhook().name} secret={webhook().secret} onDone={() => leave(webhook())} />}
        </Show>
      </div>
    </SettingsPage>
  );
}
