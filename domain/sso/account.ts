import { Email, Username } from '../../schema/users.ts';
import { systemActor } from '../actor.ts';
import { actingAs, type Ctx } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { endSessionsOf } from '../sessions/end.ts';
import { needsBootstrap } from '../users/bootstrap.ts';
import { type Claimant, findClaimants, isNameFree } from '../users/claimants.ts';
import { insertUser } from '../users/create.ts';
import { lockAccess } from '../users/lock.ts';
import { type Identity, IdentityError } from './provider.ts';
import { ssoFailed, type Whom } from './refusal.ts';

/**
 * The account that an identity signs in to, in the caller's transaction. A known identity leads to its account. A new one
 * is linked to the account whose name is its verified address, or whose confirmed address that is; else, where RMM_OIDC_ROLE
 * allows it, gets an account of its own (SPEC.md, Password sign-in and second factor, 6). @throws 401 sso_failed
 */
export async function accountOf(ctx: Ctx, identity: Identity): Promise<string> {
  const known = await findLinked(ctx, identity);
  if (known) return known;
  await lockAccess(ctx); // of two first sign-ins at once the second one finds what the first one made
  const made = await findLinked(ctx, identity);
  if (made) return made;
  const own = actingAs(ctx, systemActor('single sign-on'));
  // The first account is the built-in administrator, made with the bootstrap token. Another one would close that door.
  if (await needsBootstrap(own)) throw ssoFailed('not_set_up', whomOf(identity));
  const account = await findLinkable(own, identity);
  return account ? link(own, identity, account) : create(own, identity);
}

const whomOf = ({ email, preferredUsername, subject }: Identity): Whom => ({
  id: null,
  name: email ?? preferredUsername ?? subject,
});

async function findLinked(ctx: Ctx, { issuer, subject }: Identity): Promise<string | undefined> {
  const [row] = await ctx.sql<{ id: string; username: string; disabled: boolean }[]>`
    update sso_identities i set last_used_at = ${ctx.now()}
    from users u where i.issuer = ${issuer} and i.subject = ${subject} and u.id = i.user_id
    returning u.id, u.username, u.disabled_at is not null as disabled`;
  if (row?.disabled) throw ssoFailed('account_disabled', { id: row.id, name: row.username });
  return row?.id;
}

/** Lower case; null unless the provider signs that the person reads mail there. */
const verifiedAddress = ({ email, emailVerified }: Identity): string | null =>
  emailVerified ? (Email.safeParse(email).data ?? null) : null;

/** Nobody is taken over: what could be somebody else's account is refused, and the administrator sees why. */
async function findLinkable(ctx: Ctx, identity: Identity): Promise<Claimant | undefined> {
  const address = verifiedAddress(identity);
  if (!address) return undefined;
  const claimants = await findClaimants(ctx, address);
  const owners = claimants.filter(({ named, confirmed }) => named || confirmed);
  const [owner, other] = owners;
  if (!owner) {
    if (claimants.length > 0) throw ssoFailed('address_not_confirmed', claimants[0]);
    return undefined;
  }
  if (other) throw ssoFailed('several_accounts', whomOf(identity));
  if (owner.disabled) throw ssoFailed('account_disabled', owner);
  const [linked] = await ctx.sql`select 1 from sso_identities where user_id = ${owner.id}`;
  if (linked) throw ssoFailed('linked_to_another_identity', owner);
  return owner;
}

/**
 * Whoever held the account until now may be somebody else who knew its password, so its sessions end. Its API tokens stay:
 * they are listed, and go when an administrator revokes them.
 */
async function link(ctx: Ctx, identity: Identity, { id, name }: Claimant): Promise<string> {
  await insertIdentity(ctx, identity, id);
  const sessionIds = await endSessionsOf(ctx, [id]);
  await ctx.audit('user.sso.link', { id, name }, { issuer: identity.issuer, created: false });
  await tellOwner(ctx, id, { kind: 'account.sso_changed', change: 'linked' });
  ctx.emit({ type: 'access.changed', sessionIds });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  return id;
}

async function create(ctx: Ctx, identity: Identity): Promise<string> {
  const { role } = ctx.settings.sso;
  if (!role) throw ssoFailed('no_account', whomOf(identity));
  const [exists] = await ctx.sql`select 1 from roles where key = ${role} for key share`;
  if (!exists) {
    const why = new Error(`RMM_OIDC_ROLE is ${role}, and there is no such role`);
    throw ssoFailed('role_missing', whomOf(identity), new IdentityError('role_missing', why));
  }
  const username = await newName(ctx, identity);
  const email = verifiedAddress(identity);
  const emailConfirmed = email !== null;
  const id = await insertUser(ctx, { username, role, email, emailConfirmed, passwordHash: null, builtin: false });
  await insertIdentity(ctx, identity, id);
  await ctx.audit('user.create', { id, name: username }, { role, scopes: 0 });
  await ctx.audit('user.sso.link', { id, name: username }, { issuer: identity.issuer, created: true });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  return id;
}

/**
 * The verified address, else the name that the person has at the provider. That one proves nothing (OpenID Connect Core 1.0,
 * 5.7), so it may name a new account, and no account that exists, by its name or its address.
 */
async function newName(ctx: Ctx, identity: Identity): Promise<string> {
  const name = [verifiedAddress(identity), identity.preferredUsername]
    .map((candidate) => Username.safeParse(candidate).data)
    .find((candidate) => candidate !== undefined);
  if (name === undefined) throw ssoFailed('no_name', whomOf(identity));
  if (!(await isNameFree(ctx, name))) throw ssoFailed('name_taken', whomOf(identity));
  return name;
}

const insertIdentity = ({ sql, now }: Ctx, { issuer, subject }: Identity, userId: string) => sql`
  insert into sso_identities (user_id, issuer, subject, linked_at, last_used_at)
  values (${userId}, ${issuer}, ${subject}, ${now()}, ${now()})`;
