/**
 * Frames of GET /ws/console, subprotocols `rmm.console.v1` and the ticket. Hints only: the page reads again through the
 * API, so that scope and permission are decided in one place (CONTRACT.md, HTTP conventions).
 */
import { z } from 'zod';
import { Id } from './common.ts';

export const CONSOLE_SUBPROTOCOL = 'rmm.console.v1';

export const liveNouns = [
  'devices',
  'jobs',
  'approvals',
  'clients',
  'sites',
  'groups',
  'enroll_tokens',
  'users',
  'roles',
  'api_tokens',
  'scripts',
  'policies',
  'checks',
  'check_results',
  'tasks',
  'alerts',
  'alert_suppressions',
  'webhooks',
  'health',
  'oauth_apps',
  'device_operations',
  'chat_sessions',
  'audit',
  'config',
] as const;
export const LiveNoun = z.enum(liveNouns);
export type LiveNoun = z.infer<typeof LiveNoun>;

/** Close codes of /ws/console. */
export const LiveClose = {
  /** The session ended, or what the principal may do changed: ask for a new ticket. */
  accessChanged: 4401,
  goingAway: 1001,
} as const;

export const LiveServerFrame = z.discriminatedUnion('t', [
  /** Something of this noun changed; `ids` is absent when too many did. `rev` grows from frame to frame. */
  z.object({ t: z.literal('hint'), noun: LiveNoun, ids: z.array(z.string()).optional(), rev: z.number().int() }),
  /** Frames were lost: read everything again. */
  z.object({ t: z.literal('resync') }),
  /** A watched job's output grew to this many bytes, or it ended. */
  z.object({ t: z.literal('output'), job_id: Id, size_bytes: z.number().int(), done: z.boolean() }),
]);
export type LiveServerFrame = z.infer<typeof LiveServerFrame>;

export const LiveClientFrame = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('watch'), job_id: Id }),
  z.strictObject({ t: z.literal('unwatch'), job_id: Id }),
]);
