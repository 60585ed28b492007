import { Response } from '@whatwg-node/server';
import type { Origin } from '../domain/context.ts';
import { JsonText } from '../domain/json-text.ts';
import { invalid, Problem } from '../domain/problem.ts';
import { isReply, type Reply } from '../domain/reply.ts';
import { callerOf } from './authenticate.ts';
import { type AnyEndpoint, isStreamed, type RequestHeaders } from './endpoint.ts';
import type { Invoke } from './invoke.ts';
import { answerProblem, baseHeaders } from './problem-answer.ts';
import { readJson } from './read-json.ts';
import { createRoutes, type Match } from './routes.ts';
import type { Services } from './services.ts';

/** What the listener knows about a request before anybody has read it. */
export interface Peer {
  requestId: string;
  ip: string | null;
}

export type Fetch = (request: Request, peer: Peer) => Promise<Response>;

/** Hands each request to its endpoint; everything that is thrown becomes an answer here, and nowhere else. */
export function createRouter(endpoints: readonly AnyEndpoint[], services: Services, invoke: Invoke): Fetch {
  const routes = createRoutes(endpoints);
  const handle = async ({ endpoint, params }: Match, query: Record<string, string>, request: Request, peer: Peer) => {
    const origin: Origin = { requestId: peer.requestId, ip: peer.ip, userAgent: request.headers.get('user-agent') };
    const caller = await callerOf(endpoint.access, services, request.headers.get('authorization'));
    const body = endpoint.method === 'GET' ? undefined : await readJson(request);
    const headers = endpoint.reads && headersOf(request, endpoint.reads);
    const answer = await invoke(endpoint, caller, origin, { params: decoded(params), query, body, headers });
    return toResponse(endpoint, answer, peer.requestId);
  };
  return async (request, peer) => {
    const { path, search } = targetOf(request.url);
    const match = routes.find(request.method, path);
    try {
      if (!match) throw missing(path, routes.allowed(path));
      return await handle(match, queryOf(search), request, peer);
    } catch (error) {
      return answerProblem(error, peer.requestId, services.log, landingOf(match?.endpoint, services));
    }
  };
}

/** Pages are the console's, on its configured origin. */
function landingOf(endpoint: AnyEndpoint | undefined, { settings }: Services) {
  const { landsOn } = endpoint ?? {};
  if (!landsOn) return undefined;
  return (problem: Problem): string | undefined => {
    const page = landsOn(problem);
    return page === undefined ? undefined : settings.consoleUrl + page;
  };
}

/** Path and query of a request as they were sent: `URL` would resolve `..` and `%2e%2e`, and turn `\` into `/`. */
function targetOf(url: string): { path: string; search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const target = start < 0 ? '/' : url.slice(start);
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark + 1) };
}

/** A key that comes twice is refused: which of the two counts is what attackers ask a proxy and a server to differ on. */
export function queryOf(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  if (search === '') return query;
  for (const [key, value] of new URLSearchParams(search)) {
    if (key in query) throw invalid(key.slice(0, 100), 'The query string names a key more than once.');
    query[key] = value;
  }
  return query;
}

function headersOf(request: Request, names: NonNullable<AnyEndpoint['reads']>): RequestHeaders {
  const sent = names.map((name) => [name, request.headers.get(name) ?? undefined]);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
}

function toResponse(endpoint: AnyEndpoint, answer: unknown, requestId: string): Response {
  if (isReply(answer)) return fromReply(endpoint, answer, requestId);
  const status = endpoint.status ?? (endpoint.output ? 200 : 204);
  const headers = baseHeaders(requestId);
  if (!endpoint.output) return new Response(null, { status, headers });
  return new Response(written(endpoint, answer), { status, headers: { ...headers, ...contentHeaders(endpoint) } });
}

const contentHeaders = ({ responds }: AnyEndpoint) => ({
  'Content-Type': `${responds === 'text/plain' ? 'text/plain' : 'application/json'}; charset=utf-8`,
  'Cache-Control': 'no-store',
});

function written(endpoint: AnyEndpoint, body: unknown): string {
  if (isStreamed(endpoint)) throw new Error(`${endpoint.route}: files are not sent through the adapter`);
  if (body instanceof JsonText) return body.text;
  return endpoint.responds === 'text/plain' ? String(body) : JSON.stringify(body);
}

/** What names no body sends none, whatever the endpoint declares: a redirect. @throws when a header would break its line */
function fromReply(endpoint: AnyEndpoint, reply: Reply, requestId: string): Response {
  const { body, status = endpoint.status ?? (endpoint.output ? 200 : 204), headers = {}, cookies = [] } = reply;
  const saysSomething = endpoint.output !== undefined && status < 300;
  if (saysSomething !== (body !== undefined))
    throw new Error(`${endpoint.route}: body and status ${status} do not fit`);
  const response = new Response(body === undefined ? null : written(endpoint, body), {
    status,
    headers: { ...baseHeaders(requestId), ...(body !== undefined && contentHeaders(endpoint)) },
  });
  // A cookie is for one browser, and nobody else may keep it (RFC 9111, 3).
  response.headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, oneLine(endpoint, value));
  for (const cookie of cookies) response.headers.append('Set-Cookie', oneLine(endpoint, cookie));
  return response;
}

/** RFC 9110, 5.5. */
function oneLine(endpoint: AnyEndpoint, value: string): string {
  if (/[\r\n\0]/.test(value)) throw new Error(`${endpoint.route}: a header of the answer holds a line break`);
  return value;
}

/** Routes are found by the path as it was sent; what parameters mean is decoded here, once. */
function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, decodeURIComponent(value)]));
  } catch (cause) {
    throw new Problem(400, 'invalid_input', 'The path is not valid percent-encoding.', { cause });
  }
}

/** 405 with Allow where the path has other methods, 404 where it has none. */
function missing(path: string, allowed: string[]): Problem {
  if (allowed.length === 0) return new Problem(404, 'route_not_found', `There is nothing at ${path.slice(0, 200)}.`);
  const allow = allowed.join(', ');
  return new Problem(405, 'method_not_allowed', `This path takes ${allow}.`, { headers: { Allow: allow } });
}
