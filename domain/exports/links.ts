import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ExportLink, ExportRequest } from '../../schema/exports.ts';
import type { Ctx } from '../context.ts';
import { invalid, Problem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import type { TableAnswer } from '../table-answer.ts';
import { tableOf } from './kinds.ts';

/** CONTRACT.md: POST /api/exports/csv. */
const LIFETIME_MS = 5 * 60_000;
/** With what browsers and proxies add, the head of a request must stay below what proxies take, often 4 KiB. */
const TOKEN_MAX = 2500;
/** Tokens are sealed for this place, so that no other sealed text is one. */
const PLACE = 'exports:token:csv';

/** What a link says: sealed, so that nobody else writes one, and filters do not lie readable in the logs of a proxy. */
const Claims = z.strictObject({
  request: ExportRequest,
  /** Kind and id of the principal: its bearer has to come along. */
  account: z.string(),
  scope: z.string(),
  until: z.number(),
});

/**
 * A link to the rows as CSV, for this principal while its access scope stays what it is. Nothing of it is stored.
 * @throws 403 and 404 as the download would, 400 export_filters_too_long
 */
export async function createLink(ctx: Ctx, request: ExportRequest): Promise<ExportLink> {
  await tableOf(ctx, request);
  const until = ctx.now().getTime() + LIFETIME_MS;
  const claims: z.input<typeof Claims> = { request, account: accountOf(ctx), scope: scopeMark(ctx.scope), until };
  const token = ctx.secrets.seal(PLACE, JSON.stringify(claims));
  if (token.length > TOKEN_MAX)
    throw invalid('filters', 'These filters are too long for a link.', 'export_filters_too_long');
  await ctx.audit('export.create', { id: null, name: request.kind }, { kind: request.kind });
  return {
    url: `${ctx.settings.consoleUrl}/api/exports/csv?token=${token}`,
    expires_at: new Date(until).toISOString(),
  };
}

/**
 * What a link leads to, asked anew with what its owner may see now.
 * @throws 400 invalid_export_link, 403 export_link_expired, export_link_of_another, export_scope_changed, and as tableOf
 */
export async function openLink(ctx: Ctx, token: string): Promise<TableAnswer> {
  const { request, account, scope, until } = claimsOf(ctx, token);
  if (account !== accountOf(ctx))
    throw new Problem(403, 'export_link_of_another', 'This link was made for another account.');
  if (until <= ctx.now().getTime())
    throw new Problem(403, 'export_link_expired', 'This link has expired. Make a new one.');
  if (scope !== scopeMark(ctx.scope))
    throw new Problem(403, 'export_scope_changed', 'Your access scope has changed since. Make a new link.');
  const table = await tableOf(ctx, request);
  await ctx.audit('export.download', { id: null, name: request.kind }, { kind: request.kind });
  return table;
}

function claimsOf(ctx: Ctx, token: string): z.output<typeof Claims> {
  try {
    return Claims.parse(JSON.parse(ctx.secrets.open(PLACE, token)));
  } catch (cause) {
    throw new Problem(400, 'invalid_export_link', 'This is no link to an export, or one of another server.', { cause });
  }
}

/** Two sessions of one person are one account; a token of theirs is another, with rights of its own. */
const accountOf = ({ actor }: Ctx): string => `${actor.kind}:${actor.id ?? ''}`;

/** The same for the same rows, in whatever order they come. */
function scopeMark(scope: Scope): string {
  if (scope.unscoped) return 'unscoped';
  const { clients, sites, groups, agents } = scope;
  const rows = [clients, sites, groups, agents].map((ids) => ids.toSorted());
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
}
