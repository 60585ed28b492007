import { useNavigate, useParams } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { createSubmit } from '../../ui/form.ts';
import { IconSend } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { Refused } from '../settings/refused.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { Deliveries } from './deliveries.tsx';
import { createWebhookDraft } from './draft.ts';
import { useWebhooks, type Webhook } from './queries.ts';
import { SecretOnce } from './secret-once.tsx';
import { SendTest } from './send-test.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** /settings/webhooks/:id: one webhook, to try, change and delete. */
export default function WebhookPage() {
  const params = useParams<{ id: string }>();
  const company = useCompany();
  const webhooks = useWebhooks();
  const find = (id: string) => (webhooks.isSuccess ? webhooks.data.webhooks.find((one) => one.id === id) : undefined);
  return (
    <SettingsPage
      title={find(params.id)?.name ?? t('settings.webhooks')}
      crumbs={[{ label: t('settings.webhooks'), href: company.href('/settings/webhooks') }]}
    >
      <Loaded query={webhooks} failed={t('webhooks.failed')}>
        {() => (
          // Keyed, so that what was typed for one webhook is not another's.
          <Show when={params.id} keyed>
            {(id) => (
              <Show when={find(id)} fallback={<Gone />}>
                {(webhook) => <View webhook={webhook()} />}
              </Show>
            )}
          </Show>
        )}
      </Loaded>
    </SettingsPage>
  );
}

function Gone() {
  return (
    <Card>
      <EmptyState icon={IconSend} title={t('webhooks.gone')}>
        {t('webhooks.gone_why')}
      </EmptyState>
    </Card>
  );
}

function View(props: { webhook: Webhook }) {
  const [secret, setSecret] = createSignal<string>();
  const draft = createWebhookDraft(
    () => props.webhook,
    (saved) => {
      setSecret(saved.secret);
      toast(t('webhooks.saved'));
    },
  );
  return (
    <div class="cols">
      <Show
        when={secret()}
        fallback={
          <WebhookForm draft={draft} stored action={t('webhooks.save')} failed={t('webhooks.save_failed')}>
            <Delete webhook={props.webhook} />
          </WebhookForm>
        }
      >
        {(value) => <SecretOnce name={props.webhook.name} secret={value()} onDone={() => setSecret(undefined)} />}
      </Show>
      <div class="stack">
        <Card title={t('webhooks.test')} pad>
          <SendTest webhook={props.webhook} disabled={draft.changed()} />
        </Card>
        <Deliveries id={props.webhook.id} />
      </div>
    </div>
  );
}

function Delete(props: { webhook: Webhook }) {
  const company = useCompany();
  const navigate = useNavigate();
  const [asking, setAsking] = createSignal(false);
  const act = createSubmit(async () => {
    const { id, name } = props.webhook;
    await api('DELETE /api/webhooks/:id', { params: { id } });
    setAsking(false);
    navigate(company.href('/settings/webhooks'));
    toast(t('webhooks.deleted', { name }));
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
  });
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('webhooks.delete')}
      </Button>
      <ConfirmDialog
        open={asking()}
        onOpenChange={setAsking}
        title={t('webhooks.delete_title', { name: props.webhook.name })}
        action={t('webhooks.delete')}
        busy={act.busy()}
        onConfirm={act.send}
      >
        <p>{t('webhooks.delete_why')}</p>
        <Refused what={t('webhooks.delete_failed')} error={act.error()} />
      </ConfirmDialog>
    </>
  );
}
