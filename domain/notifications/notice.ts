import type { NotificationEvent } from '../../schema/notifications.ts';

/**
 * Something that people or programs may want to be told: noted in the transaction that causes it, turned into mail and
 * webhook deliveries afterwards, each exactly once.
 */
export interface Notice {
  event: NotificationEvent;
  /** Whose scope decides who is told; null: whoever is unscoped. */
  agentId: string | null;
  /** Where the mail's link leads. */
  subject: { kind: 'alert' | 'job' | 'batch' | 'device' | 'oauth_app'; id: string };
  /** What it says, as domain/notifications/ renders it; foreign text, never a secret or a script. */
  details: Record<string, string | number | boolean | null>;
}
