/** A real HTTP receiver of webhooks that keeps what it gets, and misbehaves on request. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

/** A status to answer with, or another way to behave. */
export type Manner =
  | number
  /** Reads everything and says nothing. */
  | 'stall'
  /** The connection breaks once everything has come. */
  | 'die'
  /** Answers with a body that never ends. */
  | 'flood'
  /** 302 to `location`. */
  | { location: string };

export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface Receiver {
  port: number;
  /** Everything that came, answered or not. */
  calls: Received[];
  behave: (manner: Manner) => void;
  /** Waits for so many calls of a path. */
  callsTo: (path: string, count?: number) => Promise<Received[]>;
  stop: () => Promise<void>;
}

export async function startReceiver(tls?: { cert: string; key: string }): Promise<Receiver> {
  const calls: Received[] = [];
  let manner: Manner = 200;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    if (manner === 'stall') return;
    if (manner === 'die') return void request.socket.destroy();
    if (manner === 'flood') return flood(response);
    if (typeof manner === 'object') return void response.writeHead(302, { location: manner.location }).end();
    response.writeHead(manner, { 'content-type': 'text/plain' }).end(manner < 300 ? 'ok' : 'receiver says no');
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(() => undefined); // a sender that went away
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      resolve(typeof at === 'object' && at ? at.port : 0);
    });
  });
  return {
    port,
    calls,
    behave: (next) => {
      manner = next;
    },
    callsTo: (path, count = 1) =>
      vi.waitFor(
        () => {
          const found = calls.filter((call) => call.path === path);
          if (found.length < count) throw new Error(`${path} has ${found.length} of ${count} calls`);
          return found;
        },
        { timeout: 20_000, interval: 20 },
      ),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function flood(response: ServerResponse): void {
  response.writeHead(500);
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

/** A certificate for this name that vouches for itself. */
export function makeCertificate(name: string): { cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'muster-webhook-'));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  try {
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
