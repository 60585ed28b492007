import type { Ctx } from '../context.ts';

/** An account to which a mail address may belong. */
export interface Claimant {
  id: string;
  name: string;
  disabled: boolean;
  /** The address is the account's name. */
  named: boolean;
  /** It is the account's address, and its owner has confirmed it. */
  confirmed: boolean;
}

/** Accounts that have this address as their name or as their address, without case; held to the end of the transaction. */
export function findClaimants({ sql }: Ctx, address: string): Promise<Claimant[]> {
  return sql<Claimant[]>`
    select id, username as name, disabled_at is not null as disabled, lower(username) = lower(${address}) as named,
           coalesce(lower(email) = lower(${address}) and email_confirmed_at is not null, false) as confirmed
    from users where lower(username) = lower(${address}) or (email is not null and lower(email) = lower(${address}))
    order by id for update`;
}

/** Whether no account is called so, nor has it as its address. */
export async function isNameFree({ sql }: Ctx, name: string): Promise<boolean> {
  const [taken] = await sql`
    select 1 from users
    where lower(username) = lower(${name}) or (email is not null and lower(email) = lower(${name})) limit 1`;
  return taken === undefined;
}
