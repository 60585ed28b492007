import { For, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { createPaged } from '../../paged.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconAudit } from '../../ui/icons.ts';
import { PagedFoot, PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { type AuditEntry, AuditIcon, AuditSentence } from '../audit/sentence.tsx';
import type { Device } from '../devices/device-words.ts';

const PAGE = 50;

/** What the audit trail holds about the device, newest first. */
export function ActivityTab(props: { device: Device }) {
  const entries = createPaged<AuditEntry>({
    key: () => ['audit', { target: props.device.id }],
    load: async (cursor, signal) => {
      const query = { target: props.device.id, limit: PAGE, ...(cursor && { cursor }) };
      const page = await api('GET /api/audit', { query, signal });
      return { rows: page.entries, next: page.next_cursor };
    },
    at: (entry) => entry.at,
  });
  return (
    <Card foot={t('device.job_activity')}>
      <PagedList
        paged={entries}
        failed={t('device.activity_failed')}
        newLabel={(count) => t('device.show_new_activity', { count })}
        empty={
          <EmptyState icon={IconAudit} title={t('device.no_activity')}>
            {t('device.no_activity_why')}
          </EmptyState>
        }
      >
        <ul class="list">
          <For each={entries.rows()}>
            {(entry) => (
              <li class="tight">
                <AuditIcon entry={entry} />
                <span class="sm min-w-0 grow break-words">
                  <AuditSentence entry={entry} />
                  <Show when={moveOf(entry)}>
                    {(move) => (
                      <span class="xs muted block">
                        <VisibleText text={move()} />
                      </span>
                    )}
                  </Show>
                </span>
                <RelativeTime class="xs muted flex-none" at={entry.at} />
              </li>
            )}
          </For>
        </ul>
        <PagedFoot paged={entries} more={t('device.more_activity')} />
      </PagedList>
    </Card>
  );
}

/** From where to where, of a move. */
function moveOf({ action, details }: AuditEntry): string | undefined {
  if (action !== 'device.move') return undefined;
  const place = (side: 'from' | 'to') =>
    [details[`${side}_client`], details[`${side}_site`], details[`${side}_group`]]
      .filter((name) => typeof name === 'string')
      .join(', ') || t('device.unassigned');
  return t('device.moved', { from: place('from'), to: place('to') });
}
