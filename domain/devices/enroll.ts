import type { Facts } from '../../schema/agent.ts';
import { agentActor } from '../actor.ts';
import { actingAs, type Ctx, transaction } from '../context.ts';
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
 * in between and the agent asks again (CONTRACT.md, Agent protocol). A machine that is known by its install_id comes back
 * as the same device. @throws 403 token_unknown, token_expired, token_used_up.
 */
export function enroll(ctx: Ctx, enrollment: Enrollment): Promise<{ deviceId: string }> {
  return transaction(ctx, async (inside) => {
    const token = await lockToken(inside, enrollment.tokenHash);
    const repeated = await findRepeat(inside, token.id, enrollment);
    if (repeated) return { deviceId: repeated };
    if (token.uses_left < 1) throw new Problem(403, 'token_used_up', 'This enrollment token has no use left.');
    await inside.sql`update enroll_tokens set uses_left = uses_left - 1 where id = ${token.id}`;
    const { id, again } = await upsertDevice(inside, token, enrollment);
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

async function upsertDevice(ctx: Ctx, token: Token, { installId, credentialHash, facts, ip }: Enrollment) {
  const { os } = facts;
  const [row] = await ctx.sql<{ id: string; again: boolean }[]>`
    insert into devices as d (install_id, credential_hash, hostname, version, os_family, os_name, os_version, os_arch,
                              public_ip, client_id, site_id, group_id, enrolled_at)
    values (${installId}, ${credentialHash}, ${facts.hostname}, ${facts.version}, ${os.family}, ${os.name}, ${os.version}, ${os.arch},
            ${ip}, ${token.client_id}, ${token.site_id}, ${token.group_id}, ${ctx.now()})
    on conflict (install_id) do update set
      credential_hash = excluded.credential_hash, identity = 'trusted', hostname = excluded.hostname, version = excluded.version,
      os_family = excluded.os_family, os_name = excluded.os_name, os_version = excluded.os_version, os_arch = excluded.os_arch,
      public_ip = excluded.public_ip, enrolled_at = excluded.enrolled_at, updated_at = excluded.enrolled_at,
      client_id = coalesce(excluded.client_id, d.client_id),
      site_id = coalesce(excluded.site_id, d.site_id),
      group_id = case when excluded.site_id is null then d.group_id else excluded.group_id end
    returning d.id, (xmax <> 0) as again`;
  if (!row) throw new Error('an upsert returns its row');
  return row;
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
  ctx.emit({ type: 'changed', noun: 'devices', ids: [id] });
  ctx.emit({ type: 'changed', noun: 'enroll_tokens', ids: [token.id] });
}
