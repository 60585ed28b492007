import type { User } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';

/** Columns of an account in an answer. Alias: `users u`. */
export const columns = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  u.id, u.username, u.email, u.email is not null and u.email_confirmed_at is not null as email_confirmed, u.role_key as role,
  (select coalesce(jsonb_agg(jsonb_build_object('scope_type', x.scope_type, 'scope_id', x.scope_id)
                             order by x.scope_type, x.scope_id), '[]'::jsonb)
   from user_scopes x where x.user_id = u.id) as scopes,
  rfc3339(u.disabled_at) as disabled_at, u.scope_lost_at is not null as scope_lost, u.builtin,
  exists (select 1 from totp t where t.user_id = u.id and t.enabled_at is not null) as totp_enabled,
  exists (select 1 from sso_identities i where i.user_id = u.id) as sso_linked,
  rfc3339(u.last_login_at) as last_login_at, rfc3339(u.created_at) as created_at`;

/** The account, whoever asks: the caller has been judged. @throws 404 */
export async function read(ctx: Ctx, id: string): Promise<User> {
  const [row] = await ctx.sql<User[]>`select ${columns(ctx)} from users u where u.id = ${id}`;
  if (!row) throw notFound('user');
  return row;
}

/** What an account reads about itself, beyond that. */
type Own = User & { language: string | null; passkeys: number; recovery_codes_left: number | null };

/** @throws 404 when it has just been deleted */
export async function readOwn(ctx: Ctx, id: string): Promise<Own> {
  const [row] = await ctx.sql<Own[]>`
    select ${columns(ctx)}, u.language,
           (select count(*)::integer from passkeys p where p.user_id = u.id) as passkeys,
           (select (select count(*)::integer from recovery_codes c where c.user_id = t.user_id)
            from totp t where t.user_id = u.id and t.enabled_at is not null) as recovery_codes_left
    from users u where u.id = ${id}`;
  if (!row) throw notFound('user');
  return row;
}
