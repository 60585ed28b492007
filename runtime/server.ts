import './head-size.ts'; // before uWebSockets.js
import {
  App,
  type HttpRequest,
  type HttpResponse,
  SSLApp,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import type { BlockList } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import { Problem } from '../domain/problem.ts';
import { shapeEnd } from './end-response.ts';
import { judgeHead, limitBody } from './limit-body.ts';
import { listenExclusive } from './listen-exclusive.ts';
import type { Log } from './log.ts';
import { clientAddress } from './peer.ts';
import { baseHeaders, problemBody } from './problem-answer.ts';
import type { Fetch, Peer } from './router.ts';
import type { ServeFile } from './static-files/file-server.ts';

export interface ListenerOptions {
  host: string;
  port: number;
  tls: { certFile: string; keyFile: string } | undefined;
  trustedProxies: BlockList;
  newRequestId: () => string;
  log: Log;
  /** Counts what was answered. */
  answered: (status: number) => void;
  fetch: Fetch;
  /** Sends files, which need the backpressure that the adapter does not have (RECIPES.md). Asked before `fetch`. */
  files?: ServeFile;
  /** Routes that are uWebSockets.js's own: sockets. They come before the API. */
  attach: (app: TemplatedApp, client: ClientOf) => void;
}

/** Address and id of a request; only while its HttpRequest is valid. */
export type ClientOf = (res: HttpResponse, req: HttpRequest) => Peer;

export interface Listener {
  port: number;
  /** Takes no new connection; those that are there close behind their next answer. */
  stopAccepting: () => void;
  /** Ends every connection at once. */
  close: () => void;
  /** Exchanges that have not been answered yet. */
  inFlight: () => number;
}

/** One door of the server: plain or TLS, on an address of its own. @throws when the port is taken. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { tls, log } = options;
  const app = tls ? SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile }) : App();
  const client = createClientOf(options);
  const state: State = { exchanges: new Set(), stopping: false, closed: false };
  options.attach(app, client);
  serveApi(app, options, client, state);
  const socket = await listenExclusive(app, options.host, options.port);
  const port = us_socket_local_port(socket);
  log.info({ host: options.host, port, tls: Boolean(tls) }, 'listening');
  return {
    port,
    stopAccepting: () => {
      if (!state.stopping) us_listen_socket_close(socket); // a second time would free it twice
      state.stopping = true;
    },
    close: () => {
      if (!state.closed) app.close();
      state.closed = true;
    },
    inFlight: () => state.exchanges.size,
  };
}

interface State {
  exchanges: Set<object>;
  stopping: boolean;
  closed: boolean;
}

function createClientOf({ trustedProxies, newRequestId, log }: ListenerOptions): ClientOf {
  let warnedAt = 0;
  return (res, req) => {
    const peer = Buffer.from(res.getRemoteAddressAsText()).toString();
    const { ip, untrusted } = clientAddress(trustedProxies, peer, forwardedFor(req));
    if (untrusted && Date.now() - warnedAt > 60_000) {
      warnedAt = Date.now();
      log.warn({ peer: ip }, 'X-Forwarded-For from a peer outside RMM_TRUSTED_PROXIES is ignored');
    }
    return { requestId: newRequestId(), ip };
  };
}

/** All X-Forwarded-For lines as one list: getHeader() gives the first alone, which a client writes and its proxy appends to. */
function forwardedFor(req: HttpRequest): string {
  const lines: string[] = [];
  req.forEach((name, value) => {
    if (name === 'x-forwarded-for') lines.push(value);
  });
  return lines.join(',');
}

function serveApi(app: TemplatedApp, options: ListenerOptions, client: ClientOf, state: State): void {
  const { log, answered, newRequestId } = options;
  const adapter = createAdapter(options, state);
  const refuse = (res: HttpResponse, status: keyof typeof refusals, requestId: string) => {
    answered(status);
    writeRefusal(res, status, requestId);
  };
  const serve = (res: HttpResponse, req: HttpRequest, peer: Peer) => {
    const refused = judgeHead(req);
    if (refused) return refuse(res, refused, peer.requestId);
    const sending = options.files?.(res, req, peer);
    if (sending) return track(state, peer, sending, log);
    limitBody(res, () => refuse(res, 413, peer.requestId));
    Promise.resolve(adapter(res, req, { peer })).catch((error: unknown) => {
      log.error({ err: error, requestId: peer.requestId }, 'an answer could not be sent');
    });
  };
  app.any('/*', (res, req) => {
    try {
      shapeEnd(res, req.getMethod(), () => state.stopping);
      serve(res, req, client(res, req));
    } catch (error) {
      // uWebSockets.js ends the process when a handler neither answers nor waits for an abort (RECIPES.md).
      const requestId = newRequestId();
      log.error({ err: error, requestId }, 'a request could not be taken');
      refuse(res, 500, requestId);
    }
  });
}

function track({ exchanges }: State, peer: Peer, sending: Promise<void>, log: Log): void {
  exchanges.add(peer);
  sending
    .catch((error: unknown) => log.error({ err: error, requestId: peer.requestId }, 'a file could not be sent'))
    .finally(() => exchanges.delete(peer));
}

function createAdapter({ fetch, answered }: ListenerOptions, { exchanges }: State) {
  return createServerAdapter<{ peer: Peer }>(async (request, { peer }) => {
    exchanges.add(peer);
    try {
      const response = await fetch(request, peer);
      if (!request.signal.aborted) answered(response.status);
      return response;
    } finally {
      exchanges.delete(peer);
    }
  });
}

const refusals = {
  400: new Problem(400, 'bad_request', 'The request head is malformed.'),
  413: new Problem(413, 'body_too_large', 'The body is larger than 1 MiB.'),
  500: new Problem(500, 'internal_error', 'Something went wrong here.'),
};
const statusLines = { 400: '400 Bad Request', 413: '413 Content Too Large', 500: '500 Internal Server Error' };

/** Answers without reading on, and ends the connection: what follows on it could be the rest of the body. */
function writeRefusal(res: HttpResponse, status: keyof typeof refusals, requestId: string): void {
  res.cork(() => {
    res.writeStatus(statusLines[status]);
    for (const [name, value] of Object.entries(baseHeaders(requestId))) res.writeHeader(name, value);
    res.writeHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify(problemBody(refusals[status], requestId)), true);
  });
}
