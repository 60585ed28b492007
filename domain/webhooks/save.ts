import { WEBHOOKS_MAX, type WebhookCreate, type WebhookEdit, type WebhookSaved } from '../../schema/webhooks.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import { conflict, invalid, Problem } from '../problem.ts';
import { findTarget, read, secretPlace } from './record.ts';
import { WebhookError } from './sender.ts';

const SECRET_BYTES = 32;
/** Begins secrets that the server makes, so that secret scanners can learn it. */
const PREFIX = 'rmw_';
/** Key of the advisory lock ("hooks" in ASCII): webhooks are counted and made one after the other. */
const LOCK = 0x686f6f6b73;

/**
 * Adds a webhook; the secret is in this answer alone, when the server made it. Looks the host up, so it opens its own
 * transaction. @throws 400 invalid_input, webhook_host_not_found, webhook_address_refused; 409 too_many_webhooks
 */
export async function create(ctx: Ctx, input: WebhookCreate): Promise<WebhookSaved> {
  const url = await judged(ctx, input.url);
  const secret = input.secret ?? newSecret(ctx);
  return transaction(ctx, async (inside) => {
    const { sql } = inside;
    await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
    const [made] = await sql<{ id: string; count: number }[]>`
      select uuidv7() as id, (select count(*)::int from webhooks) as count`;
    const { id = '', count = 0 } = made ?? {};
    if (count >= WEBHOOKS_MAX) throw conflict('too_many_webhooks', `There are ${WEBHOOKS_MAX} webhooks already.`);
    const { name, events, enabled } = input;
    const sealed = inside.secrets.seal(secretPlace(id), secret);
    const by = await jobActor(inside);
    const now = inside.now();
    await sql`
      insert into webhooks (id, name, url, secret, events, enabled, created_by, created_at, updated_at)
      values (${id}, ${name}, ${url.href}, ${sealed}, ${events}, ${enabled}, ${sql.json(by)}, ${now}, ${now})`;
    await inside.audit('webhook.create', { id, name }, { host: url.host, events });
    changed(inside, 'webhooks', [id]);
    return { ...(await read(inside, id)), ...(input.secret === undefined && { secret }) };
  });
}

/**
 * Changes what is named. Another URL needs the secret again, or a new one, so that nobody has deliveries signed for a
 * receiver of theirs. @throws 404, 400 as `create`, and secret_required
 */
export async function edit(ctx: Ctx, id: string, input: WebhookEdit): Promise<WebhookSaved> {
  const known = await findTarget(ctx, id);
  const url = await judged(ctx, input.url ?? known.url, input.url !== undefined || input.enabled === true);
  const made = input.secret === null ? newSecret(ctx) : undefined;
  return transaction(ctx, async (inside) => {
    const { sql } = inside;
    const before = await findTarget(inside, id, true);
    const target = input.url === undefined ? new URL(before.url) : url;
    const secret = made ?? input.secret ?? undefined;
    if (target.href !== before.url && secret === undefined)
      throw invalid('secret', 'Send the secret again with another URL, or null for a new one.', 'secret_required');
    const { url: _, secret: __, ...rest } = input;
    const columns = {
      ...rest,
      url: target.href,
      secret: secret === undefined ? before.secret : inside.secrets.seal(secretPlace(id), secret),
      updated_at: inside.now(),
    };
    await sql`update webhooks set ${sql(columns)} where id = ${id}`;
    const after = await read(inside, id);
    const fields = Object.keys(input).sort();
    await inside.audit(
      'webhook.update',
      { id, name: after.name },
      { host: target.host, fields, enabled: after.enabled },
    );
    changed(inside, 'webhooks', [id]);
    if (after.enabled && !before.enabled) inside.emit({ type: 'mail.queued' });
    return { ...after, ...(made !== undefined && { secret: made }) };
  });
}

/** Takes it out, with what waits for it. @throws 404 */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const { name, url } = await findTarget(ctx, id, true);
  const [row] = await ctx.sql<{ dropped: number }[]>`
    with gone as (delete from outbox m where m.webhook_id = ${id} returning m.state)
    select count(*) filter (where state <> 'failed')::int as dropped from gone`;
  await ctx.sql`delete from webhooks where id = ${id}`;
  await ctx.audit('webhook.delete', { id, name }, { host: new URL(url).host, dropped: row?.dropped ?? 0 });
  changed(ctx, 'webhooks', [id]);
}

const newSecret = ({ random }: Ctx): string => PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64url');

/**
 * The URL as it is stored. http carries what devices say across the network readable, so it is for receivers in a network
 * of one's own only. @throws 400
 */
async function judged({ webhooks, settings }: Ctx, text: string, look = true): Promise<URL> {
  const url = URL.parse(text);
  const schemes = settings.webhooksMayBePrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw invalid('url', 'The url must be a whole one, such as https://example.com/hook.');
  if (look && !schemes.includes(url.protocol))
    throw invalid(
      'url',
      'The url must begin with https://. Plain http is taken only by a server that is started with RMM_WEBHOOKS_ALLOW_PRIVATE=true.',
      'webhook_https_required',
    );
  if (url.username || url.password || url.hash)
    throw invalid('url', 'The url must hold no user name, password or fragment.');
  if (!look) return url;
  try {
    await webhooks.vet({ url: url.href, publicOnly: !settings.webhooksMayBePrivate });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    if (error.obstacle === 'host') throw invalid('url', error.message, 'webhook_host_not_found');
    const way =
      'Webhooks take only public addresses in url, unless the server is started with RMM_WEBHOOKS_ALLOW_PRIVATE=true.';
    throw new Problem(400, 'webhook_address_refused', `${error.message} ${way}`, {
      issues: [{ path: 'url', message: error.message }],
    });
  }
  return url;
}
