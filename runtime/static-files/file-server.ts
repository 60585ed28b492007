import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import type { FileAnswer } from '../../domain/file-answer.ts';
import { JsonText } from '../../domain/json-text.ts';
import { Problem } from '../../domain/problem.ts';
import { callerOf } from '../authenticate.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import type { Invoke } from '../invoke.ts';
import { baseHeaders, problemBody, toProblem } from '../problem-answer.ts';
import { type Peer, queryOf } from '../router.ts';
import { createRoutes, type Match } from '../routes.ts';
import type { Services } from '../services.ts';
import type { Console } from './console.ts';
import { type Exchange, type FileRequest, sendFile, writeHead } from './send.ts';

/**
 * Takes a request that a file answers; undefined leaves it to the API. The promise settles when everything is sent or the
 * client has gone.
 */
export type ServeFile = (res: HttpResponse, req: HttpRequest, peer: Peer) => Promise<void> | undefined;

interface Options {
  /** Those of this door that answer with a file; the others are ignored. */
  endpoints: readonly AnyEndpoint[];
  services: Services;
  invoke: Invoke;
  /** Only on the main door. */
  console: Console | undefined;
  answered: (status: number) => void;
}

/** The endpoints that answer with files, by the same access, parsing and limits as all others, and the console. */
export function createFileServer({ endpoints, services, invoke, console, answered }: Options): ServeFile {
  const routes = createRoutes(endpoints.filter(({ responds }) => responds === 'file'));
  return (res, req, peer) => {
    const method = req.getMethod();
    if (method !== 'get' && method !== 'head') return undefined;
    const path = req.getUrl();
    const match = routes.find('GET', path);
    if (!match && !console?.claims(path)) return undefined;
    const exchange = openExchange(res, req, method, peer);
    const accept = req.getHeader('accept');
    const call = match && { match, query: req.getQuery(), credentials: credentialsOf(req), peer };
    const find = () => (call ? ask(services, invoke, call) : console?.find(path, accept));
    return answer(exchange, find, peer, services, answered);
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
  query: string;
  credentials: ReturnType<typeof credentialsOf>;
  peer: Peer;
}

async function ask(services: Services, invoke: Invoke, call: Call): Promise<FileAnswer> {
  const { match, query, credentials, peer } = call;
  const { endpoint, params } = match;
  const caller = await callerOf(endpoint.access, services, credentials.authorization);
  const origin = { ...peer, userAgent: credentials.userAgent };
  // Parameters stay as they were sent: a file's name needs no percent-encoding, so what is encoded is another name.
  const raw = { params, query: queryOf(query), body: undefined };
  const file = await invoke(endpoint, caller, origin, raw);
  if (!isFile(file)) throw new Error(`${endpoint.route} answers with something else than a file`);
  return file;
}

const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && !(answer instanceof JsonText) && 'encodings' in answer;

async function answer(
  exchange: Exchange,
  find: () => Promise<FileAnswer> | undefined,
  { requestId }: Peer,
  { log }: Services,
  answered: (status: number) => void,
): Promise<void> {
  try {
    const file = await find();
    if (!file) throw new Problem(404, 'route_not_found', 'There is nothing here.');
    const status = await sendFile(exchange, file);
    if (!exchange.gone.aborted) answered(status);
  } catch (error) {
    const problem = toProblem(error, requestId, log);
    if (exchange.gone.aborted) return;
    answered(problem.status);
    sendProblem(exchange, problem, requestId);
  }
}

function sendProblem({ res, headers }: Exchange, problem: Problem, requestId: string): void {
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  res.cork(() => {
    writeHead(res, { status: problem.status, headers: { ...headers, ...problem.extras.headers, ...type } });
    res.end(JSON.stringify(problemBody(problem, requestId)));
  });
}
