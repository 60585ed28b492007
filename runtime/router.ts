import { Response } from '@whatwg-node/server';
import { type IRequest, Router } from 'itty-router';
import type { Origin } from '../domain/context.ts';
import { JsonText } from '../domain/json-text.ts';
import { Problem } from '../domain/problem.ts';
import { callerOf } from './authenticate.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { Invoke } from './invoke.ts';
import { answerProblem, baseHeaders } from './problem-answer.ts';
import { readJson } from './read-json.ts';
import type { Services } from './services.ts';

/** What the listener knows about a request before anybody has read it. */
export interface Peer {
  requestId: string;
  ip: string | null;
}

export type Fetch = (request: Request, peer: Peer) => Promise<Response>;

/** Hands each request to its endpoint; everything that is thrown becomes an answer here, and nowhere else. */
export function createRouter(endpoints: readonly AnyEndpoint[], services: Services, invoke: Invoke): Fetch {
  const router = Router<IRequest, [Peer]>();
  for (const endpoint of endpoints)
    router[verbs[endpoint.method]](endpoint.path, (request, peer) => handle(endpoint, services, invoke, request, peer));
  const missing = createMissing(endpoints);
  return async (request, peer) => {
    try {
      return (await router.fetch(request as never, peer)) ?? (await missing(request, peer));
    } catch (error) {
      return answerProblem(error, peer.requestId, services.log);
    }
  };
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

async function handle(endpoint: AnyEndpoint, services: Services, invoke: Invoke, request: IRequest, peer: Peer) {
  const origin: Origin = { requestId: peer.requestId, ip: peer.ip, userAgent: request.headers.get('user-agent') };
  const caller = await callerOf(endpoint.access, services, request.headers.get('authorization'));
  const body = endpoint.method === 'GET' ? undefined : await readJson(request);
  const answer = await invoke(endpoint, caller, origin, {
    params: decoded(request.params),
    query: request.query,
    body,
  });
  return toResponse(endpoint, answer, peer.requestId);
}

function toResponse(endpoint: AnyEndpoint, answer: unknown, requestId: string): Response {
  const status = endpoint.status ?? (endpoint.output ? 200 : 204);
  const headers = baseHeaders(requestId);
  if (!endpoint.output) return new Response(null, { status, headers });
  const type = endpoint.responds === 'text/plain' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  const text =
    answer instanceof JsonText
      ? answer.text
      : endpoint.responds === 'text/plain'
        ? String(answer)
        : JSON.stringify(answer);
  return new Response(text, { status, headers: { ...headers, 'Content-Type': type, 'Cache-Control': 'no-store' } });
}

/** itty-router leaves percent-encoding in path parameters. */
function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, decodeURIComponent(value)]));
  } catch (cause) {
    throw new Problem(400, 'invalid_input', 'The path is not valid percent-encoding.', { cause });
  }
}

/** 405 with Allow where the path has other methods, 404 where it has none. */
function createMissing(endpoints: readonly AnyEndpoint[]) {
  const probes = endpoints.map(({ method, path }) => {
    const probe = Router<IRequest, []>();
    probe.all(path, () => method);
    return probe;
  });
  return async (request: Request, peer: Peer): Promise<Response> => {
    const answers = await Promise.all(probes.map((probe) => probe.fetch({ url: request.url, method: 'GET' } as never)));
    const allowed = [...new Set(answers.filter((method) => method !== undefined))];
    if (allowed.length === 0)
      throw new Problem(404, 'route_not_found', `There is nothing at ${new URL(request.url).pathname}.`);
    const allow = allowed.join(', ');
    const headers = { ...baseHeaders(peer.requestId), Allow: allow };
    throw new Problem(405, 'method_not_allowed', `This path takes ${allow}.`, { headers });
  };
}
