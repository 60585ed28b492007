import { For, Show } from 'solid-js';
import { formatClock, formatExact } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { type AuditEntry, AuditIcon, AuditSentence } from '../audit/sentence.tsx';

/** The newest entries of the audit trail, in a line each. */
export function RecentActivity(props: { entries: readonly AuditEntry[] }) {
  const company = useCompany();
  return (
    <Card
      title={t('overview.recent')}
      end={
        <a class="link" href={company.href('/audit')}>
          {t('overview.audit')}
        </a>
      }
    >
      <Show when={props.entries.length > 0} fallback={<p class="sm muted p-4">{t('overview.recent_none')}</p>}>
        <ul class="list">
          <For each={props.entries}>
            {(entry) => (
              <li class="tight">
                <AuditIcon entry={entry} />
                <span class="sm grow min-w-0 wrap-anywhere">
                  <AuditSentence entry={entry} />
                </span>
                <time class="xs muted whitespace-nowrap" datetime={entry.at} title={formatExact(entry.at)}>
                  {formatClock(entry.at)}
                </time>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Card>
  );
}
