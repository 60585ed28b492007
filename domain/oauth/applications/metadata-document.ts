import { hash } from 'node:crypto';
import { z } from 'zod';
import { changed } from '../../changed.ts';
import { type Ctx, transaction } from '../../context.ts';
import { readPolicy } from '../policy.ts';
import { invalidMetadata } from '../refusals.ts';
import { type ClientDocument, DocumentError } from './documents.ts';
import { type Judged, judge, requireAllowed } from './judge.ts';
import { makeRoom } from './prune.ts';
import type { Application } from './record.ts';
import { noteRegistered } from './register.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** However short or long the document says it may be kept. */
const KEPT_MIN_MS = 5 * MINUTE_MS;
const KEPT_MAX_MS = DAY_MS;
/** How long an old copy stands in while its server is away. */
const STALE_MS = DAY_MS;

/** OAuth Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document), 4: what this server reads of it. */
const Document = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  client_secret: z.undefined().optional(),
});

interface Kept extends Application {
  fresh_until: string;
}

/**
 * The application that a metadata document describes: from the copy that is kept, or fetched. It is registered at first sight,
 * under the policy like every other, and waits again when it comes to have another name or to return to other hosts than an
 * administrator saw.
 * @throws Problem invalid_client_metadata, invalid_redirect_uri
 */
export async function fromMetadataDocument(ctx: Ctx, url: string): Promise<Application> {
  requireDocumentUrl(url);
  const { sql, now } = ctx;
  const [kept] = await sql<Kept[]>`
    select id, client_id, name, redirect_uris, hosts, status, fresh_until
    from oauth_applications where client_id = ${url} and kind = 'metadata_document'`;
  const policy = await readPolicy(ctx);
  const age = kept ? now().getTime() - Date.parse(kept.fresh_until) : 0;
  const fresh = age < 0 ? kept : undefined;
  // Of an old copy the document's own host counts alone: where it returns to now is to be seen.
  requireAllowed(policy, fresh ?? { name: url, hosts: [] }, url);
  if (fresh) return known(fresh);
  try {
    const document = await ctx.clientDocuments.fetch(url);
    return await transaction(ctx, (inside) => keep(inside, url, document));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (kept && error.obstacle === 'away' && age < STALE_MS) {
      requireAllowed(policy, kept, url);
      return known(kept);
    }
    throw invalidMetadata(`The metadata document of this application cannot be used: ${error.message}`, error);
  }
}

const known = ({ id, client_id, name, redirect_uris, hosts, status }: Kept): Application => ({
  ...{ id, client_id, name, redirect_uris, hosts, status },
});

/** Section 3 of the draft: https, with a path, nothing that could be written in two ways. @throws Problem */
function requireDocumentUrl(url: string): void {
  const parsed = url.length <= 500 ? URL.parse(url) : null;
  const plain = parsed && parsed.href === url && parsed.username === '' && parsed.password === '';
  if (!plain || parsed.hash !== '' || url.includes('#') || parsed.pathname === '/')
    throw invalidMetadata('A client_id that is a URL must be https, with a path, and without user name or fragment.');
}

/** By what policy and copy are at this moment: a server of documents may have taken its time. */
async function keep(ctx: Ctx, url: string, document: ClientDocument): Promise<Application> {
  const { sql, now } = ctx;
  const judged = read(url, document.text);
  const policy = await readPolicy(ctx);
  requireAllowed(policy, judged, url);
  const [kept] = await sql<Pick<Kept, 'name' | 'hosts' | 'status'>[]>`
    select name, hosts, status from oauth_applications where client_id = ${url} for update`;
  const fetched = now();
  const keptMs = Math.min(Math.max((document.maxAgeSec ?? 0) * 1000, KEPT_MIN_MS), KEPT_MAX_MS);
  const freshUntil = new Date(fetched.getTime() + keptMs);
  const other = kept !== undefined && (judged.name !== kept.name || judged.hosts.join() !== kept.hosts.join());
  if (!kept) await makeRoom(ctx);
  const initial = policy.require_approval ? 'pending' : 'approved';
  const again = other && policy.require_approval;
  const [row] = await sql<(Application & { made: boolean })[]>`
    insert into oauth_applications as a (client_id, kind, name, redirect_uris, hosts, status, fingerprint, registered_ip,
                                         fetched_at, fresh_until, created_at)
    values (${url}, 'metadata_document', ${judged.name}, ${judged.redirect_uris}, ${judged.hosts}, ${initial},
            ${hash('sha256', url, 'buffer')}, ${ctx.origin.ip}, ${fetched}, ${freshUntil}, ${fetched})
    on conflict (client_id) do update set
      name = excluded.name, redirect_uris = excluded.redirect_uris, hosts = excluded.hosts,
      status = case when ${again} then 'pending' else a.status end,
      approved_by = case when ${again} then null else a.approved_by end,
      approved_at = case when ${again} then null else a.approved_at end,
      fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until
    returning id, client_id, name, redirect_uris, hosts, status, xmax = 0 as made`;
  if (!row) throw new Error('the application of a metadata document was not kept');
  const { made, ...application } = row;
  if (made || (again && kept?.status === 'approved')) await noteRegistered(ctx, application, application.status);
  else changed(ctx, 'oauth_apps', [application.id]);
  return application;
}

/** @throws Problem invalid_client_metadata, invalid_redirect_uri */
function read(url: string, text: string): Judged {
  const document = Document.safeParse(parsed(text));
  if (!document.success)
    throw invalidMetadata('The metadata document needs client_id and redirect_uris, and holds no client_secret.');
  if (document.data.client_id !== url)
    throw invalidMetadata('The client_id in the metadata document is not its address.');
  const { client_name, redirect_uris } = document.data;
  return judge({ client_name: client_name ?? new URL(url).hostname, redirect_uris });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidMetadata('The metadata document is not valid JSON.', cause);
  }
}
