/** Sign-in attempts at a fixed rate, whatever becomes of them; in a process of its own for bench/login-flood.ts. */
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface Attempts {
  url: string;
  perSec: number;
  seconds: number;
  /** Accounts that are tried in turn; the flood's passwords are all wrong. */
  usernames: string[];
  password: string;
  /** An address as a trusted proxy tells it; absent: another one for each attempt. */
  from?: string;
}

export interface Outcome {
  status: number;
  ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

process.on('message', (attempts: Attempts) => void run(attempts).then((value) => process.send?.({ value })));
process.on('disconnect', () => process.exit());

async function run(attempts: Attempts): Promise<Outcome[]> {
  const { perSec, seconds } = attempts;
  const outcomes: Promise<Outcome>[] = [];
  const start = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - start) / 1000) * perSec);
      while (outcomes.length < Math.min(due, perSec * seconds)) outcomes.push(attempt(attempts, outcomes.length));
      if (outcomes.length < perSec * seconds) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  return Promise.all(outcomes);
}

/** One of 131,072 that are there for benchmarks (RFC 2544). */
const someAddress = () => `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`;

function attempt({ url, usernames, password, from }: Attempts, n: number): Promise<Outcome> {
  const body = JSON.stringify({ username: usernames[n % usernames.length], password });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': from ?? someAddress(),
  };
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/auth/login`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
