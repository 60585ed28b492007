import type { Permission } from '../../../schema/permissions.ts';
import type { Actor } from '../../actor.ts';
import { type Ctx, transaction } from '../../context.ts';
import { permissionsFromText } from '../../permissions.ts';
import { Problem } from '../../problem.ts';
import type { Fragment, Sql } from '../../sql.ts';
import { oauthActor } from '../actor.ts';
import { applicationAllowed } from '../applications/allowed.ts';
import { invalidClient, invalidGrant } from '../refusals.ts';

/** Who holds a code or a token: the application and the user that it stands for, as they are now. */
export interface Holder {
  application_id: string;
  client_id: string;
  application: string;
  hosts: string[];
  status: 'approved' | 'pending';
  user_id: string;
  username: string;
  disabled: boolean;
  role_key: string;
  role_name: string;
  /** Of the user's role, joined by commas. */
  permissions: string;
  registration: 'any' | 'allowed_hosts';
  allowed_hosts: string[];
}

/** Its columns, for a query that joins `a`, `u`, `r` and `p` by `holderJoins`. */
export const holderColumns = (sql: Sql): Fragment => sql`
  a.id as application_id, a.client_id, a.name as application, a.hosts, a.status, u.id as user_id, u.username,
  u.disabled_at is not null as disabled, r.key as role_key, r.name as role_name,
  array_to_string(r.permissions, ',') as permissions, p.registration, p.allowed_hosts`;

/** @param of what names them, e.g. `t` */
export const holderJoins = (sql: Sql, of: 'c' | 't'): Fragment => sql`
  join oauth_applications a on a.id = ${sql(of)}.application_id
  join users u on u.id = ${sql(of)}.user_id
  join roles r on r.key = u.role_key
  cross join oauth_policy p`;

/**
 * Locks on a token `t`, what it belongs to, and its family `f`, taken in this order by whoever rotates or revokes. A removal of
 * the account or the application begins at its own row, and that of a family takes the tokens last: all of them wait for one
 * another, and none for one that waits for it.
 */
export const inTurn = (sql: Sql): Fragment => sql`for key share of u, a for update of f, t`;

const permissionsOf = ({ permissions }: Holder): ReadonlySet<Permission> => permissionsFromText(permissions);

export const actorOf = (holder: Holder): Actor =>
  oauthActor({
    application: { id: holder.application_id, name: holder.application, hosts: holder.hosts },
    user: { id: holder.user_id, username: holder.username },
    role: { key: holder.role_key, name: holder.role_name },
    permissions: permissionsOf(holder),
  });

/** What stands between them and a token at this moment; undefined when nothing does (SPEC.md, Errors). */
export function obstacleOf(holder: Holder): Problem | undefined {
  if (holder.status !== 'approved') return invalidGrant('This application waits for the approval of an administrator.');
  if (!applicationAllowed(holder, holder)) return invalidGrant('This application may no longer be used here.');
  if (holder.disabled || !permissionsOf(holder).has('mcp.use'))
    return invalidGrant('The account behind this may not use AI applications, or no longer.');
  return undefined;
}

/** Whose client_id this is, when the code or token it came with is another's or nobody's. */
export async function mismatch({ sql }: Ctx, clientId: string | undefined, message: string): Promise<Problem> {
  if (clientId === undefined) return invalidGrant(message);
  const [known] = await sql`select 1 from oauth_applications where client_id = ${clientId}`;
  return known ? invalidGrant(message) : invalidClient();
}

/** Runs `work` in a transaction that commits although it ends in a refusal: what a refusal revokes stays revoked. */
export async function settled<T extends object>(ctx: Ctx, work: (ctx: Ctx) => Promise<T | Problem>): Promise<T> {
  const outcome = await transaction(ctx, work);
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}
