import type { OauthApp } from '../../../schema/oauth-apps.ts';
import { changed } from '../../changed.ts';
import type { Ctx } from '../../context.ts';
import { conflict, notFound } from '../../problem.ts';
import { read } from './list.ts';

/** Lets a waiting application in; whether it may authorize depends on the policy as well. @throws 404, 409 already_approved */
export async function approve(ctx: Ctx, id: string): Promise<OauthApp> {
  const { sql, actor, now } = ctx;
  const by = { kind: actor.kind, id: actor.id, name: actor.name };
  const [approved] = await sql<{ name: string; hosts: string[] }[]>`
    update oauth_applications set status = 'approved', approved_by = ${sql.json(by)}, approved_at = ${now()}
    where id = ${id} and status = 'pending' returning name, hosts`;
  if (!approved) {
    await requireExisting(ctx, id);
    throw conflict('already_approved', 'This application is approved already.');
  }
  await ctx.audit('oauth.app.approve', { id, name: approved.name }, { hosts: approved.hosts });
  changed(ctx, 'oauth_apps', [id]);
  return read(ctx, id);
}

async function requireExisting({ sql }: Ctx, id: string): Promise<void> {
  const [row] = await sql`select 1 from oauth_applications where id = ${id}`;
  if (!row) throw notFound('OAuth application');
}
