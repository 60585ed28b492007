import type { Actor } from '../actor.ts';

/** An application that acts for a user, as the database knows both at this moment. */
export interface Acting {
  application: { id: string; name: string; hosts: string[] };
  user: { id: string; username: string };
  role: { key: string; name: string };
  permissions: Actor['permissions'];
}

/** The principal of what an application does with the access that a user gave it. It works on /mcp alone. */
export const oauthActor = ({ application, user, role, permissions }: Acting): Actor => ({
  kind: 'oauth',
  id: application.id,
  name: `${application.name} for ${user.username}`,
  userId: user.id,
  role,
  permissions,
  sessionId: null,
  mcpOnly: true,
  client: { id: application.id, name: application.name, host: application.hosts[0] ?? '' },
});
