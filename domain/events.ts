import type { LiveNoun } from '../schema/live.ts';

/**
 * What domain functions tell the rest of the house after their commit. Hints only: whoever works on rows also sweeps on
 * a timer and would be right if every event were lost (ARCHITECTURE.md, Durable work lives in rows).
 */
export type DomainEvent =
  /**
   * Rows of this noun changed; consoles that look at them read again. `owner`: the one user, or token that is bound to none, who
   * may know that there are such rows; everybody where it is absent.
   */
  | { type: 'changed'; noun: LiveNoun; ids?: string[]; owner?: string }
  /** Jobs of these devices became deliverable. */
  | { type: 'jobs.deliverable'; deviceIds: string[] }
  /** These jobs of a device were asked to stop. */
  | { type: 'jobs.cancel'; deviceId: string; jobIds: string[] }
  /** Output of a job grew to this many bytes, or the job ended. */
  | { type: 'jobs.output'; jobId: string; sizeBytes: number; done: boolean }
  /** The identity of these devices is gone: close their sockets. */
  | { type: 'devices.revoked'; deviceIds: string[]; reason: 'revoked' | 'deleted' }
  /** Checks came to these devices or left them; these checks were saved or deleted. Both are in the rows already. */
  | { type: 'checks.assigned'; deviceIds: string[] | 'all'; checkIds: string[] }
  /** Mail lies in the outbox. */
  | { type: 'mail.queued' }
  /** Something waits to be told (domain/notifications/). */
  | { type: 'notices.noted' }
  /** Sessions or tokens ended, or what they may do changed: close the live sockets that hang on them. */
  | { type: 'access.changed'; userIds?: string[]; sessionIds?: string[]; tokenIds?: string[]; everyone?: boolean };

export type EventOf<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>;
