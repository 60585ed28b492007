import type { Facts } from '../../schema/agent.ts';
import { agentActor } from '../actor.ts';
import { actingAs, type Ctx, transaction } from '../context.ts';
import { notify } from '../notifications/notify.ts';
import { Problem } from '../problem.ts';
import { everything } from '../scope.ts';

export interface Enrollment {
  tokenHash: Buffer;
  installId: string;
  /** SHA-256 of the credential that the agent made and keeps. */
  credentialHash: Buffer;
  facts: Facts;
  ip: string | null;
}

interface Token {
  id: string;
  description: string;
  uses_left: number;
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
}

/** Whether a token could still let somebody in; decided before the upgrade, so that an unknown peer never holds a socket. */
export async function mayEnroll(ctx: Ctx, tokenHash: Buffer): Promise<boolean> {
  const [row] =
    await ctx.sql`select 1 from enroll_tokens where token_hash = ${tokenHash} and expires_at > ${ctx.now()}`;
  return row !== undefined;
}

/**
 * Lets a machine in and spends one use of its token, once per install_id and credential, however often either side dies
 * in between and the agent asks again (CONTRACT.md, Agent protocol). @throws 403 token_unknown, token_expired,
 * token_used_up, identity_known.
 */
export function enroll(ctx: Ctx, enrollment: Enrollment): Promise<{ deviceId: string }> {
  return transaction(ctx, async (inside) => {
    const token = await lockToken(inside, enrollment.tokenHash);
    const repeated = await findRepeat(inside, token.id, enrollment);
    if (repeated) return { deviceId: repeated };
    if (token.uses_left < 1) throw new Problem(403, 'token_used_up', 'This enrollment token has no use left.');
    await inside.sql`update enroll_tokens set uses_left = uses_left - 1 where id = ${token.id}`;
    const { id, again } = await admit(inside, token, enrollment);
    await inside.sql`
      insert into enrollments (enroll_token_id, install_id, device_id) values (${token.id}, ${enrollment.installId}, ${id})
      on conflict (enroll_token_id, install_id) do update set device_id = excluded.device_id, enrolled_at = now()`;
    await record(inside, token, enrollment, id, again);
    return { deviceId: id };
  });
}

async function lockToken(ctx: Ctx, tokenHash: Buffer): Promise<Token> {
  const [token] = await ctx.sql<(Token & { expired: boolean })[]>`
    select id, description, uses_left, client_id, site_id, group_id, expires_at <= ${ctx.now()} as expired
    from enroll_tokens where token_hash = ${tokenHash} for update`;
  if (!token) throw new Problem(403, 'token_unknown', 'There is no such enrollment token.');
  if (token.expired) throw new Problem(403, 'token_expired', 'This enrollment token has expired.');
  return token;
}

/** The device that this very request has already made; the agent did not hear the answer. */
async function findRepeat(
  ctx: Ctx,
  tokenId: string,
  { installId, credentialHash }: Enrollment,
): Promise<string | undefined> {
  const [row] = await ctx.sql<{ id: string }[]>`
    select d.id from enrollments e join devices d on d.id = e.device_id
    where e.enroll_token_id = ${tokenId} and e.install_id = ${installId} and d.credential_hash = ${credentialHash} and d.identity = 'trusted'`;
  return row?.id;
}

/**
 * A new device, or the one that this very agent made with another token before it could hear the answer. An installation
 * id alone proves nothing: whoever has a copy of one must not take the device over, move it, or bring a revoked identity
 * back; a machine that has lost its credential enrolls under a new id (SPEC.md, --reset-identity).
 */
async function admit(ctx: Ctx, token: Token, enrollment: Enrollment): Promise<{ id: string; again: boolean }> {
  const { installId, credentialHash, facts, ip } = enrollment;
  const { os } = facts;
  const [made] = await ctx.sql<{ id: string }[]>`
    insert into devices (install_id, credential_hash, hostname, version, os_family, os_name, os_version, os_arch,
                         public_ip, client_id, site_id, group_id, enrolled_at)
    values (${installId}, ${credentialHash}, ${facts.hostname}, ${facts.version}, ${os.family}, ${os.name}, ${os.version}, ${os.arch},
            ${ip}, ${token.client_id}, ${token.site_id}, ${token.group_id}, ${ctx.now()})
    on conflict (install_id) do nothing
    returning id`;
  if (made) return { id: made.id, again: false };
  const [known] = await ctx.sql<{ id: string; own: boolean; identity: string }[]>`
    select id, credential_hash = ${credentialHash} as own, identity from devices where install_id = ${installId} for update`;
  if (known?.own && known.identity === 'trusted') return { id: known.id, again: true };
  throw new Problem(403, 'identity_known', 'This machine was enrolled before; reset its identity to enroll it anew.');
}

async function record(ctx: Ctx, token: Token, { facts }: Enrollment, id: string, again: boolean): Promise<void> {
  const { hostname, version, os } = facts;
  const agent = actingAs(ctx, agentActor(id, hostname), everything);
  const enroll_token = token.description || token.id;
  await agent.audit(
    'device.enroll',
    { id, name: hostname },
    { enroll_token, again, version, os: `${os.name} ${os.version}`.trim() },
  );
  if (!again) {
    const details = { version, os: `${os.name} ${os.version}`.trim(), enroll_token };
    await notify(ctx, [{ event: 'device.enrolled', agentId: id, subject: { kind: 'device', id }, details }]);
  }
  ctx.emit({ type: 'changed', noun: 'devices', ids: [id] });
  ctx.emit({ type: 'changed', noun: 'enroll_tokens', ids: [token.id] });
}
