import type { NotificationEvent } from '../../schema/notifications.ts';
import type { Notice } from './notice.ts';

/** Where the console shows it. Ids are UUIDs; anything else would be somebody's text in a link. */
export function pathOf({ kind, id }: Notice['subject']): string {
  const safe = encodeURIComponent(id);
  switch (kind) {
    case 'alert':
      return `/alerts/${safe}`;
    case 'job':
      return `/jobs/${safe}`;
    case 'batch':
      return `/approvals/${safe}`;
    case 'standing_approval':
      return `/approvals/standing/${safe}`;
    case 'device':
      return `/devices/${safe}`;
    case 'oauth_app':
      return `/ai/applications?app=${safe}`;
  }
}

/** Where all of an event's kind are seen. */
export function listOf(event: NotificationEvent): string {
  if (event.startsWith('alert.')) return '/alerts';
  if (event === 'job.awaiting_approval') return '/approvals';
  if (event === 'job.failed') return '/jobs';
  return event === 'oauth.app.pending' ? '/ai/applications' : '/devices';
}
