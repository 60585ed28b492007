import type { JobActor, JobSource } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';

/** The caller as a job keeps them: a name stays readable when the account or token is gone. */
export async function jobActor({ sql, actor }: Ctx): Promise<JobActor> {
  const { kind, id, userId, client } = actor;
  const name = client?.name ?? actor.name;
  return {
    kind,
    id,
    name,
    client_host: client?.host ?? null,
    on_behalf_of: kind === 'user' ? null : await username(sql, userId),
  };
}

async function username(sql: Ctx['sql'], userId: string | null): Promise<string | null> {
  if (!userId) return null;
  const [user] = await sql<{ username: string }[]>`select username from users where id = ${userId}`;
  return user?.username ?? null;
}

/** Through what a single job was proposed: AI through MCP or the chat, people through the console, tokens through the API. */
export const sourceOf = ({ actor, origin }: Pick<Ctx, 'actor' | 'origin'>): JobSource =>
  origin.via ?? (actor.kind === 'user' ? 'console' : 'api');

/** The same of a batch. What an AI wrote is marked as that, however many devices it is for. */
export const sourceOfBatch = ({ origin }: Pick<Ctx, 'origin'>): JobSource => origin.via ?? 'bulk';
