import type { ActorKind } from '../schema/audit-entries.ts';
import type { Permission } from '../schema/permissions.ts';

/** Who acts: a person, a token, an AI application, an agent, or the server itself. */
export interface Actor {
  kind: ActorKind;
  /** Id of the user, token or device; null for bootstrap and system. */
  id: string | null;
  /** As the audit trail names it: user name, token name, hostname, or the part of the server. */
  name: string;
  /** The user behind it: of a session, a bound token, an OAuth token. */
  userId: string | null;
  role: { key: string; name: string } | null;
  permissions: ReadonlySet<Permission>;
  /** Of a session actor, so that "other sessions" has a meaning. */
  sessionId: string | null;
  /** Works on /mcp alone: OAuth access tokens and API tokens marked mcp_only. */
  mcpOnly: boolean;
  /** Of an OAuth token: the application that acts for `userId`. */
  client?: { id: string; name: string; host: string };
}

/** The server's own parts: scheduler, sweeps, ingest. They act on everything and hold no permission that a person would need. */
export const systemActor = (part: string): Actor => ({
  kind: 'system',
  id: null,
  name: part,
  userId: null,
  role: null,
  permissions: new Set(),
  sessionId: null,
  mcpOnly: false,
});

/** Somebody who proved to be this account's owner without signing in, by a mailed link: holds no permission. */
export const ownerActor = (userId: string, username: string): Actor => ({
  ...systemActor(username),
  kind: 'user',
  id: userId,
  userId,
});

/** A device that speaks for itself over its socket. */
export const agentActor = (deviceId: string, hostname: string): Actor => ({
  ...systemActor(hostname),
  kind: 'agent',
  id: deviceId,
});
