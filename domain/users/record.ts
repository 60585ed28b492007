import type { User } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';

/** Columns of an account in an answer. Alias: `users u`. No account has a second factor or a link to a provider yet. */
export const columns = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  u.id, u.username, u.email, u.email is not null and u.email_confirmed_at is not null as email_confirmed, u.role_key as role,
  (select coalesce(jsonb_agg(jsonb_build_object('scope_type', x.scope_type, 'scope_id', x.scope_id)
                             order by x.scope_type, x.scope_id), '[]'::jsonb)
   from user_scopes x where x.user_id = u.id) as scopes,
  rfc3339(u.disabled_at) as disabled_at, u.scope_lost_at is not null as scope_lost, u.builtin,
  false as totp_enabled, false as sso_linked, rfc3339(u.last_login_at) as last_login_at, rfc3339(u.created_at) as created_at`;

/** The account, whoever asks: the caller has been judged. @throws 404 */
export async function read(ctx: Ctx, id: string): Promise<User> {
  const [row] = await ctx.sql<User[]>`select ${columns(ctx)} from users u where u.id = ${id}`;
  if (!row) throw notFound('user');
  return row;
}

/** What an account reads about itself, beyond that. @throws 404 when it has just been deleted */
export async function readOwn(ctx: Ctx, id: string): Promise<User & { language: string | null; passkeys: number }> {
  const [row] = await ctx.sql<(User & { language: string | null; passkeys: number })[]>`
    select ${columns(ctx)}, u.language,
           (select count(*)::integer from passkeys p where p.user_id = u.id) as passkeys
    from users u where u.id = ${id}`;
  if (!row) throw notFound('user');
  return row;
}
