import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import type { Actor } from '../../domain/actor.ts';
import type { FileAnswer } from '../../domain/file-answer.ts';
import { JsonText } from '../../domain/json-text.ts';
import { Problem } from '../../domain/problem.ts';
import { isTable, type TableAnswer } from '../../domain/table-answer.ts';
import { callerOf } from '../authenticate.ts';
import { type AnyEndpoint, isStreamed } from '../endpoint.ts';
import type { Invoke } from '../invoke.ts';
import { baseHeaders, problemBody, toProblem } from '../problem-answer.ts';
import { type Peer, queryOf } from '../router.ts';
import { createRoutes, type Match } from '../routes.ts';
import type { Services } from '../services.ts';
import type { SendTable } from '../tables/send-table.ts';
import type { Console } from './console.ts';
import { type Exchange, type FileRequest, sendFile, writeHead } from './send.ts';

/**
 * Takes a request that a file answers; undefined leaves it to the API. The promise settles when everything is sent or the
 * client has gone.
 */
export type ServeFile = (res: HttpResponse, req: HttpRequest, peer: Peer) => Promise<void> | undefined;

interface Options {
  /** Those of this door that answer with a file or with CSV; the others are ignored. */
  endpoints: readonly AnyEndpoint[];
  sendTable: SendTable;
  services: Services;
  invoke: Invoke;
  /** Only on the main door. */
  console: Console | undefined;
  answered: (status: number) => void;
}

/** The endpoints that answer with files, by the same access, parsing and limits as all others, and the console. */
export function createFileServer(options: Options): ServeFile {
  const { endpoints, services, invoke, console } = options;
  const routes = createRoutes(endpoints.filter(isStreamed));
  return (res, req, peer) => {
    const method = req.getMethod();
    if (method !== 'get' && method !== 'head') return undefined;
    const path = req.getUrl();
    const match = routes.find('GET', path);
    if (!match && !console?.claims(path)) return undefined;
    const exchange = openExchange(res, req, method, peer);
    const accept = req.getHeader('accept');
    const call = match && { match, method, query: req.getQuery(), credentials: credentialsOf(req), peer };
    const find = async () => (call ? ask(services, invoke, call) : { found: await console?.find(path, accept) });
    return answer(exchange, find, peer, options);
  };
}

function openExchange(res: HttpResponse, req: HttpRequest, method: string, peer: Peer): Exchange {
  const leaving = new AbortController();
  res.onAborted(() => leaving.abort());
  const request: FileRequest = {
    method,
    acceptEncoding: req.getHeader('accept-encoding'),
    ifNoneMatch: req.getHeader('if-none-match'),
    ifRange: req.getHeader('if-range'),
    range: req.getHeader('range'),
  };
  return { res, request, headers: baseHeaders(peer.requestId), gone: leaving.signal };
}

const credentialsOf = (req: HttpRequest) => ({
  authorization: req.getHeader('authorization') || null,
  userAgent: req.getHeader('user-agent') || null,
});

interface Call {
  match: Match;
  method: string;
  query: string;
  credentials: ReturnType<typeof credentialsOf>;
  peer: Peer;
}

/** What an endpoint answered, and to whom; the console's files go to everybody. */
interface Found {
  found: FileAnswer | TableAnswer | JsonText<unknown> | undefined;
  actor?: Actor;
}

async function ask(services: Services, invoke: Invoke, call: Call): Promise<Found> {
  const { match, method, query, credentials, peer } = call;
  const { endpoint, params } = match;
  const caller = await callerOf(endpoint, services, credentials.authorization);
  if (method === 'head' && endpoint.audits?.length)
    throw new Problem(405, 'method_not_allowed', 'This path takes GET.', { headers: { Allow: 'GET' } });
  const origin = { ...peer, userAgent: credentials.userAgent };
  // Parameters stay as they were sent: a file's name needs no percent-encoding, so what is encoded is another name.
  const raw = { params, query: queryOf(query), body: undefined };
  const found = await invoke(endpoint, caller, origin, raw);
  if (!isFile(found) && !isTable(found) && !(found instanceof JsonText))
    throw new Error(`${endpoint.route} answers with something else than a file, CSV or JSON`);
  return { found, actor: caller.actor };
}

const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && !(answer instanceof JsonText) && 'encodings' in answer;

async function answer(
  exchange: Exchange,
  find: () => Promise<Found>,
  { requestId }: Peer,
  { services: { log }, sendTable, answered }: Options,
): Promise<void> {
  try {
    const { found, actor } = await find();
    if (!found) throw new Problem(404, 'route_not_found', 'There is nothing here.');
    if (exchange.gone.aborted) return;
    const status = isTable(found)
      ? await sendTable(exchange, found, `${actor?.kind} ${actor?.userId ?? actor?.id}`)
      : found instanceof JsonText
        ? sendJson(exchange, 200, {}, found.text)
        : await sendFile(exchange, found);
    if (!exchange.gone.aborted) answered(status);
  } catch (error) {
    const problem = toProblem(error, requestId, log);
    if (exchange.gone.aborted) return;
    answered(problem.status);
    sendJson(exchange, problem.status, problem.extras.headers ?? {}, JSON.stringify(problemBody(problem, requestId)));
  }
}

function sendJson({ res, headers }: Exchange, status: number, more: Record<string, string>, text: string): number {
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  res.cork(() => {
    writeHead(res, { status, headers: { ...headers, ...more, ...type } });
    res.end(text);
  });
  return status;
}
