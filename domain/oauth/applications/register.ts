import { hash } from 'node:crypto';
import { changed } from '../../changed.ts';
import type { Ctx } from '../../context.ts';
import { readPolicy } from '../policy.ts';
import { portless } from '../redirect-uris.ts';
import { type Described, type Judged, judge, requireAllowed } from './judge.ts';
import { notePending } from './note-pending.ts';
import { makeRoom } from './prune.ts';

interface Registration {
  client_id: string;
  /** Seconds since 1970. */
  issued_at: number;
  name: string;
  redirect_uris: string[];
}

/**
 * Registers an application (RFC 7591), or finds the one that registered the same before: clients do so at each connection, and an
 * approval would never come to an end. A public client_id is no secret, so sharing it gives nothing away.
 * @throws Problem invalid_redirect_uri
 */
export async function register(ctx: Ctx, described: Described): Promise<Registration> {
  const policy = await readPolicy(ctx);
  const judged = judge(described);
  requireAllowed(policy, judged);
  const { name, redirect_uris } = judged;
  const print = fingerprint(judged);
  const known = await again(ctx, print);
  if (known) return { ...known, name, redirect_uris };
  await makeRoom(ctx);
  const status = policy.require_approval ? 'pending' : 'approved';
  const { sql, now, origin } = ctx;
  const [made] = await sql<{ id: string; client_id: string }[]>`
    insert into oauth_applications (client_id, kind, name, redirect_uris, hosts, status, fingerprint, registered_ip, created_at)
    values (${newClientId(ctx)}, 'registered', ${name}, ${redirect_uris}, ${judged.hosts}, ${status}, ${print}, ${origin.ip}, ${now()})
    on conflict (fingerprint) where kind = 'registered' do nothing
    returning id, client_id`;
  if (!made) return register(ctx, described); // somebody was faster with the same
  await noteRegistered(ctx, { id: made.id, ...judged }, status);
  return { client_id: made.client_id, issued_at: seconds(now()), name, redirect_uris };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

const newClientId = ({ random }: Ctx): string => `app_${Buffer.from(random(16)).toString('base64url')}`;

/** The same for each port of a loopback address, because some clients register the one that they got this time. */
function fingerprint({ name, redirect_uris }: Judged): Buffer {
  const uris = [...new Set(redirect_uris.map(portless))].toSorted();
  return hash('sha256', JSON.stringify([name, ...uris]), 'buffer');
}

/** One that nobody used yet counts as registered just now, so that it is not pruned under its user's hands. */
async function again({ sql, now }: Ctx, print: Buffer) {
  const [known] = await sql<{ client_id: string; created_at: string }[]>`
    update oauth_applications set created_at = case when last_used_at is null then ${now()} else created_at end
    where fingerprint = ${print} and kind = 'registered' returning client_id, created_at`;
  return known && { client_id: known.client_id, issued_at: seconds(new Date(known.created_at)) };
}

/** Writes it into the audit trail, and tells whoever may approve it. */
export async function noteRegistered(
  ctx: Ctx,
  { id, name, hosts }: { id: string; name: string; hosts: string[] },
  status: 'approved' | 'pending',
): Promise<void> {
  await ctx.audit('oauth.app.register', { id, name }, { hosts, status });
  if (status === 'pending') await notePending(ctx, { id, name, hosts });
  changed(ctx, 'oauth_apps', [id]);
}
