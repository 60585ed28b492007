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
  subject: { kind: 'alert' | 'job' | 'batch' | 'device' | 'oauth_app' | 'standing_approval'; id: string };
  /**
   * What it says; foreign text, never a secret or a script. Webhooks get it as it is. Mail reads, where they are there:
   * title, message, severity, observed_value, threshold_value, resolution, resolved_by (alerts); description, proposed_by, devices,
   * exit_code, outcome, error (jobs); standing, name, requested_by (standing approvals); last_seen_at, os, enroll_token (devices);
   * title, error (patches); name, hosts (applications).
   */
  details: NoticeDetails;
}

export type NoticeDetails = Record<string, string | number | boolean | null>;
