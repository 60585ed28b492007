import { Show } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconAdd, IconBellOff, IconSend } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { LastDelivery } from './looks.tsx';
import { useWebhooks, type Webhook } from './queries.ts';

/** /settings/webhooks: which programs are told of events, and whether they hear it. */
export default function Webhooks() {
  const company = useCompany();
  const webhooks = useWebhooks();
  const columns: TableColumn<Webhook>[] = [
    {
      header: t('webhooks.name'),
      cell: (webhook) => (
        <span class="row flex-wrap gap-y-0">
          <a class="link" href={company.href(`/settings/webhooks/${webhook.id}`)}>
            {webhook.name}
          </a>
          <Show when={!webhook.enabled}>
            <StatusWord tone="idle" icon={IconBellOff} word={t('webhooks.off')} />
          </Show>
        </span>
      ),
    },
    { header: t('webhooks.url'), kind: 'wrap', cell: (webhook) => hostOf(webhook.url) },
    { header: t('webhooks.events'), cell: ({ events }) => t('webhooks.events_count', { count: events.length }) },
    { header: t('webhooks.last'), cell: (webhook) => <LastDelivery webhook={webhook} /> },
    { header: t('webhooks.waiting'), kind: 'num', cell: (webhook) => formatNumber(webhook.waiting) },
  ];
  const create = () => (
    <LinkButton look="primary" icon={IconAdd} href={company.href('/settings/webhooks/new')}>
      {t('webhooks.new')}
    </LinkButton>
  );
  return (
    <SettingsPage title={t('settings.webhooks')} actions={create()}>
      <Card>
        <Loaded query={webhooks} failed={t('webhooks.failed')}>
          {(data) => (
            <Show
              when={data().webhooks.length > 0}
              fallback={
                <EmptyState icon={IconSend} title={t('webhooks.none')}>
                  {t('webhooks.none_why')}
                </EmptyState>
              }
            >
              <Table label={t('settings.webhooks')} columns={columns} rows={data().webhooks} stacked />
            </Show>
          )}
        </Loaded>
      </Card>
    </SettingsPage>
  );
}

/** Path and query may be as good as a password. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
