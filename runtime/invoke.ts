import { type Ctx, createCtx, type Origin, transaction } from '../domain/context.ts';
import { Problem } from '../domain/problem.ts';
import { toolActions } from '../domain/toolbox.ts';
import { checkAccess } from './access.ts';
import type { Caller } from './authenticate.ts';
import { checkOutput, checkRefusal } from './check-answer.ts';
import type { AnyEndpoint, RateLimit, RequestHeaders } from './endpoint.ts';
import { parsePart } from './parse.ts';
import { createRefusalRecorder } from './refusals.ts';
import { refusedTarget } from './refused-target.ts';
import type { Services } from './services.ts';

/** Input as it arrived, not yet judged. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** Those that the endpoint reads. */
  headers?: RequestHeaders;
  signal?: AbortSignal;
}

/** access → parse → limits → domain function in its transaction → commit → events. The one path for HTTP, MCP and AI chat. */
export type Invoke = (endpoint: AnyEndpoint, caller: Caller, origin: Origin, raw: RawInput) => Promise<unknown>;

export function createInvoke(services: Services): Invoke {
  const recordRefusal = createRefusalRecorder(services);
  return async (endpoint, { actor, scope, renewed }, origin, raw) => {
    // What is left is what domain functions may have.
    const { pool, lookups, aiPool, limiter, log, metrics, adminTokenHash, metricsTokenHash, ...rest } = services;
    const { checkOutputs, ...outside } = rest;
    const shared = origin.via ? aiPool : pool;
    const { audits } = endpoint;
    const ctx = createCtx({
      ...outside,
      pool: endpoint.lookup ? lookups : shared,
      ...{ origin, actor, scope, renewed },
      audits: origin.via ? audits?.filter((action) => toolActions.includes(action)) : audits,
    });
    try {
      checkDoor(endpoint, ctx);
      checkAccess(endpoint.access, ctx, undefined);
      const input = {
        params: parsePart('params', endpoint.params, raw.params),
        query: parsePart('query', endpoint.query, raw.query),
        body: parsePart('body', endpoint.body, raw.body),
        headers: raw.headers ?? {},
        signal: raw.signal,
      };
      checkAccess(endpoint.access, ctx, input);
      const answer = await limited(limiter, endpoint, ctx, input, () => run(endpoint, ctx, input));
      if (checkOutputs) checkOutput(endpoint, answer);
      return answer;
    } catch (error) {
      if (checkOutputs && error instanceof Problem) checkRefusal(endpoint, error);
      const action = audits?.[0];
      if (action && error instanceof Problem && isRecorded(endpoint, error)) {
        const recorded = recordRefusal(ctx, action, error, refusedTarget(endpoint, raw.params)); // never rejects
        // A failed sign-in is answered meanwhile: whether a row is due depends on what was tried before, and the 0.7 ms
        // for a new name would show in the timing (ATTACKS.md 3).
        if (!error.extras.refused) await recorded;
      }
      throw error;
    }
  };
}

/** Refusals of signed-in principals on writes, and those that ask for it themselves (CONTRACT.md, Audit entry). */
const isRecorded = (endpoint: AnyEndpoint, problem: Problem): boolean =>
  problem.extras.refused !== undefined || (problem.status === 403 && endpoint.access.kind !== 'everyone');

/**
 * OAuth tokens and tokens marked mcp_only work on /mcp and nowhere else (SPEC.md, MCP OAuth authentication). What comes
 * from there, or from AI chat, reaches endpoints that are declared a tool: nothing else, so nothing that approves.
 */
function checkDoor(endpoint: AnyEndpoint, ctx: Ctx): void {
  if (ctx.origin.via) {
    if (!endpoint.tool) throw new Error(`${endpoint.route} is no tool, and was called as one over ${ctx.origin.via}`);
    return;
  }
  if (ctx.actor.mcpOnly && endpoint.door !== 'mcp' && endpoint.access.kind !== 'everyone')
    throw new Problem(403, 'mcp_only', 'This credential works on /mcp only.');
}

type Parsed = { params: unknown; query: unknown; body: unknown; headers: RequestHeaders; signal?: AbortSignal };

function run(endpoint: AnyEndpoint, ctx: Ctx, input: Parsed): Promise<unknown> | unknown {
  const changes = endpoint.audits !== undefined && endpoint.transaction !== 'own';
  return changes ? transaction(ctx, async (inside) => endpoint.run(inside, input)) : endpoint.run(ctx, input);
}

/** Runs `work` within the endpoint's limits: calls are spent before it, failures after it, and turns given back. */
async function limited(
  limiter: Services['limiter'],
  endpoint: AnyEndpoint,
  ctx: Ctx,
  input: Parsed,
  work: () => unknown,
) {
  const declared: RateLimit<Parsed>[] | undefined = endpoint.limits;
  if (!declared) return work();
  const limits = declared.map((limit) => ({ limit, key: limit.key(ctx, input) }));
  const leave: (() => void)[] = [];
  try {
    for (const { limit, key } of limits)
      if (limit.counts === 'calls') await limiter.spend(limit, key);
      else leave.push(await limiter.enter(limit, key));
    return await counted(limiter, limits, work);
  } finally {
    for (const release of leave) release();
  }
}

async function counted(
  limiter: Services['limiter'],
  limits: { limit: RateLimit<Parsed>; key: string }[],
  work: () => unknown,
) {
  try {
    return await work();
  } catch (error) {
    for (const { limit, key } of limits)
      if (error instanceof Problem && typeof limit.counts === 'function' && limit.counts(error))
        await limiter.spend(limit, key).catch((problem: unknown) => {
          if (!(problem instanceof Problem)) throw problem; // this attempt gets its own answer; the next one gets the 429
        });
    throw error;
  }
}
