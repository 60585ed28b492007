import { Response } from '@whatwg-node/server';
import type { Origin } from '../domain/context.ts';
import { invalid, Problem } from '../domain/problem.ts';
import { type Caller, callerNow, callerOf } from './authenticate.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import type { AnyEndpoint, GuardCtx, RequestHead, RequestHeaders } from './endpoint.ts';
import type { Invoke } from './invoke.ts';
import { answerProblem, baseHeaders } from './problem-answer.ts';
import { readForm } from './read-form.ts';
import { readJson } from './read-json.ts';
import { createRoutes, type Match, type Routes } from './routes.ts';
import type { Services } from './services.ts';
import { createStagger } from './stagger.ts';
import { toResponse, writtenResponse } from './to-response.ts';

/** What the listener knows about a request before anybody has read it. */
export interface Peer {
  requestId: string;
  ip: string | null;
  /** Gives the request more time than usual (runtime/bound-fetch.ts). */
  extend?: (ms: number) => void;
}

export type Fetch = (request: Request, peer: Peer) => Promise<Response>;

/** Hands each request to its endpoint; everything that is thrown becomes an answer here, and nowhere else. */
export function createRouter(endpoints: readonly AnyEndpoint[], services: Services, invoke: Invoke): Fetch {
  const routes = createRoutes(endpoints.filter(({ exists }) => exists?.(services.settings) ?? true));
  const stagger = createStagger();
  const judging: GuardCtx = { sql: services.lookups, settings: services.settings };
  const handle = async ({ endpoint, params }: Match, query: Record<string, string>, request: Request, peer: Peer) => {
    if (endpoint.door === 'mcp') await stagger();
    const { requestId, ip } = peer;
    const origin: Origin = { requestId, ip, userAgent: request.headers.get('user-agent') };
    await endpoint.guard?.(judging, headOf(request, ip));
    const asked = performance.now();
    const bearer = request.headers.get('authorization');
    const renewed = async (): Promise<Caller> => ({ ...(await callerOf(endpoint, services, bearer)), renewed });
    const first = await renewed();
    if (endpoint.deadlineSec) peer.extend?.(endpoint.deadlineSec * 1000);
    const body = await bodyOf(endpoint, request);
    const caller = await callerNow(first, asked);
    const headers = endpoint.reads && headersOf(request, endpoint.reads);
    const raw = { params: decoded(params), query, body, headers, signal: request.signal };
    return toResponse(endpoint, await invoke(endpoint, caller, origin, raw), requestId);
  };
  const answer = async (request: Request, peer: Peer, path: string, search: string, match: Match | undefined) => {
    try {
      if (!match) throw missing(path, routes.allowed(path));
      return await handle(match, queryOf(search), request, peer);
    } catch (error) {
      const other = elsewhere(match?.endpoint, services, peer.requestId, request);
      return answerProblem(error, peer.requestId, services.log, other);
    }
  };
  return async (request, peer) => {
    const { path, search } = targetOf(request.url);
    const match = routes.find(request.method, path);
    const open = match?.endpoint ?? askedAbout(routes, path, request);
    if (!open?.cors) return answer(request, peer, path, search, match);
    let headers: Record<string, string>;
    try {
      headers = await corsHeaders(open, judging, request.headers.get('origin'));
    } catch (error) {
      return answerProblem(error, peer.requestId, services.log); // who may read cannot be told, so nothing is done
    }
    if (request.method === 'OPTIONS') return preflight(headers, openMethods(routes, path), peer.requestId);
    const response = await answer(request, peer, path, search, match);
    for (const [name, value] of Object.entries(headers))
      if (name === 'Vary') response.headers.append(name, value);
      else response.headers.set(name, value);
    return response;
  };
}

/**
 * Of a path without this method the endpoint whose pages may read the answer: that of the method which a preflight names, or
 * one that is open, so that a page can read that there is none (a client of /mcp that asks for a stream goes on after 405).
 */
function askedAbout(routes: Routes, path: string, { method, headers }: Request): AnyEndpoint | undefined {
  const named = method === 'OPTIONS' ? headers.get('access-control-request-method') : null;
  const asked = named === null ? undefined : routes.find(named, path);
  if (asked) return asked.endpoint;
  const [first = ''] = openMethods(routes, path);
  return routes.find(first, path)?.endpoint;
}

/** The methods of a path that pages of other origins may use. */
const openMethods = (routes: Routes, path: string): string[] =>
  routes.allowed(path).filter((method) => routes.find(method, path)?.endpoint.cors);

/** Answers a browser that asks whether a page may call (Fetch Standard, 3.3.7). */
function preflight(headers: Record<string, string>, methods: string[], requestId: string): Response {
  const allowed = headers['Access-Control-Allow-Origin'] ? preflightHeaders(methods) : {};
  return new Response(null, { status: 204, headers: { ...baseHeaders(requestId), ...headers, ...allowed } });
}

const headOf = ({ headers }: Request, ip: string | null): RequestHead => ({
  host: headers.get('host'),
  origin: headers.get('origin'),
  ip,
});

function bodyOf(endpoint: AnyEndpoint, request: Request): Promise<unknown> | undefined {
  if (endpoint.method === 'GET') return undefined;
  const source = endpoint.bodyMaxBytes === undefined ? request : capped(request, endpoint.bodyMaxBytes);
  return endpoint.accepts ? readForm(source) : readJson(source);
}

/** The listener has bounded it already, by the most that any endpoint takes. */
const capped = (request: Request, most: number) => ({
  headers: request.headers,
  signal: request.signal,
  arrayBuffer: async () => {
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength <= most) return bytes;
    throw new Problem(413, 'body_too_large', `The body is larger than ${most / 1024} KiB.`);
  },
});

/** Where a refusal of this endpoint lands, or how it is written, if not as JSON. */
function elsewhere(endpoint: AnyEndpoint | undefined, services: Services, requestId: string, request: Request) {
  if (!endpoint) return undefined;
  const landing = landingOf(endpoint, services);
  return (problem: Problem): Response | string | undefined => {
    const headers = headersOf(request, endpoint.reads ?? []);
    const written = problem.extras.page ?? endpoint.refuses?.(problem, services.settings, requestId, headers);
    if (!written) return landing?.(problem);
    return writtenResponse(
      endpoint,
      { ...written, headers: { ...problem.extras.headers, ...written.headers } },
      requestId,
    );
  };
}

/** Pages are the console's, on its configured origin. */
function landingOf({ landsOn }: AnyEndpoint, { settings }: Services) {
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
