/** A small HTTP/1.1 load: requests over a few kept connections, one in flight on each, as fast as they are answered. */
import { connect } from 'node:net';

export interface Load {
  perSec: number;
  /** Latencies in ms. */
  latencies: number[];
}

interface Options {
  url: string;
  path: string;
  headers?: Record<string, string>;
  /** Posts it; without one it is a GET. */
  body?: string;
  connections: number;
  seconds: number;
}

/** @throws when an answer is not 200. */
export async function load({ url, path, headers = {}, body, connections, seconds }: Options): Promise<Load> {
  const { hostname, port } = new URL(url);
  const length =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? 'GET' : 'POST';
  const request = `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n${body ?? ''}`;
  const latencies: number[] = [];
  const start = performance.now();
  const until = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, () => drive(hostname, Number(port), request, until, latencies)),
  );
  return { perSec: (latencies.length / (performance.now() - start)) * 1000, latencies };
}

function drive(host: string, port: number, request: string, until: number, latencies: number[]): Promise<void> {
  const socket = connect({ host, port, noDelay: true });
  let received = 0;
  let expected = 0;
  let sentAt = performance.now();
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      if (expected === 0) expected = total(chunk, reject);
      received += chunk.length;
      if (received < expected) return;
      const now = performance.now();
      latencies.push(now - sentAt);
      [received, expected, sentAt] = [0, 0, now];
      if (now < until) socket.write(request);
      else {
        socket.end();
        resolve();
      }
    });
  });
}

/** Bytes of the whole answer, from its first piece. */
function total(chunk: Buffer, reject: (error: Error) => void): number {
  const head = chunk.indexOf('\r\n\r\n');
  const text = chunk.toString('latin1', 0, head);
  if (!text.startsWith('HTTP/1.1 200')) reject(new Error(text.split('\r\n')[0]));
  return head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
}
