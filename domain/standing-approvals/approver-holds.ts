import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

/**
 * SQL condition on `standing_approvals s`: whoever approved may approve at this moment. A person: enabled, with jobs.manage
 * in their role. An API token: there, not expired, not for /mcp, with jobs.manage in its role and, when it is bound, in the
 * role of its account, which is enabled (domain/api-tokens/resolve.ts). The bootstrap token: while there is one. The kind is
 * asked first, because a deleted account or token leaves its column empty.
 */
export const approverHolds = ({ sql, now, settings }: Ctx): Fragment => sql`(
  case s.approver ->> 'kind'
    when 'bootstrap' then ${settings.bootstrapTokenExists}
    when 'user' then exists (
      select from users u join roles r on r.key = u.role_key
      where u.id = s.approver_user_id and u.disabled_at is null and 'jobs.manage' = any(r.permissions))
    when 'api_token' then exists (
      select from api_tokens t join roles r on r.key = t.role_key
      left join users u on u.id = t.user_id
      left join roles ur on ur.key = u.role_key
      where t.id = s.approver_token_id and not t.mcp_only and (t.expires_at is null or t.expires_at > ${now()})
        and 'jobs.manage' = any(r.permissions)
        and (t.user_id is null or (u.disabled_at is null and 'jobs.manage' = any(ur.permissions))))
    else false
  end)`;

/** SQL expression on `standing_approvals s`: the account whose scope limits the approval; null for none, which reaches everything. */
export const approvingAccount = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`(
  case s.approver ->> 'kind'
    when 'user' then s.approver_user_id
    when 'api_token' then (select t.user_id from api_tokens t where t.id = s.approver_token_id)
  end)`;

/** SQL condition on `devices d`: the account's scope covers the device where it is now. */
export const accountReaches = ({ sql }: Pick<Ctx, 'sql'>, account: Fragment): Fragment => sql`(
  not exists (select from user_scopes x where x.user_id = ${account})
  or exists (
    select from user_scopes x
    where x.user_id = ${account} and x.scope_id = case x.scope_type
      when 'agent' then d.id when 'group' then d.group_id when 'site' then d.site_id when 'client' then d.client_id end))`;
