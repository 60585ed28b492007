/** The other side of bench/mcp-agents.ts: so many AI applications, each with a connection, a token and one call at a time. */
import { connect } from 'node:net';
import type { Post } from './ai-clients.ts';

export interface Ask {
  url: string;
  /** Each client's calls, one after another and again from the first. */
  clients: Post[][];
  seconds: number;
  /** From one answer to the next call; 0 is as fast as it goes. */
  pauseMs: number;
}
export interface Outcome {
  calls: number;
  refused: number;
  latencies: number[];
}

process.on('message', (ask: Ask) => void run(ask).then((value) => process.send?.({ value })));
process.on('disconnect', () => process.exit());

async function run({ url, clients, seconds, pauseMs }: Ask): Promise<Outcome> {
  const outcome: Outcome = { calls: 0, refused: 0, latencies: [] };
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    clients.map(async (posts, n) => {
      await new Promise((resolve) => setTimeout(resolve, (pauseMs * n) / clients.length));
      await client(new URL(url), posts, until, pauseMs, outcome);
    }),
  );
  return outcome;
}

function client(
  { hostname, port }: URL,
  posts: Post[],
  until: number,
  pauseMs: number,
  outcome: Outcome,
): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const requests = posts.map(({ headers, body }) => {
    const lines = Object.entries({ ...headers, Host: hostname, 'Content-Length': Buffer.byteLength(body) });
    return `POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  });
  let [sent, sentAt, received, expected] = [0, 0, 0, 0];
  const send = () => {
    sentAt = performance.now();
    socket.write(requests[sent++ % requests.length] ?? '');
  };
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', send);
    socket.on('data', (chunk) => {
      if (expected === 0) {
        const head = chunk.indexOf('\r\n\r\n');
        const text = chunk.toString('latin1', 0, head);
        expected = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (!text.startsWith('HTTP/1.1 200')) outcome.refused += 1;
      }
      received += chunk.length;
      if (received < expected) return;
      outcome.calls += 1;
      outcome.latencies.push(performance.now() - sentAt);
      [received, expected] = [0, 0];
      if (performance.now() + pauseMs < until) setTimeout(send, pauseMs);
      else resolve(void socket.end());
    });
  });
}
