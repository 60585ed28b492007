import type { JobActor, JobSource } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';

/** The caller as a job keeps them: a name stays readable when the account or token is gone. */
export async function jobActor({ sql, actor }: Ctx): Promise<JobActor> {
  const { kind, id, name, userId } = actor;
  return { kind, id, name, client_host: null, on_behalf_of: kind === 'user' ? null : await username(sql, userId) };
}

async function username(sql: Ctx['sql'], userId: string | null): Promise<string | null> {
  if (!userId) return null;
  const [user] = await sql<{ username: string }[]>`select username from users where id = ${userId}`;
  return user?.username ?? null;
}

/** Through what a single job was proposed: people use the console, tokens the API, AI applications MCP. */
export const sourceOf = ({ actor }: Ctx): JobSource =>
  actor.kind === 'user' ? 'console' : actor.kind === 'oauth' ? 'mcp' : 'api';
