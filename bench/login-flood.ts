/** What 500 working agents notice of a flood of 200 wrong passwords a second, and whether somebody else can still sign in. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { hashPassword } from '../domain/passwords/hash.ts';
import { fillFleet } from './fill.ts';
import { machine, percentile, report, sleep } from './measure.ts';
import { type BenchServer, startBenchServer } from './server.ts';
import type { Attempts, Outcome } from './sign-ins.ts';

const SECONDS = Number(process.argv[2] ?? 10);
const AGENTS = 500;
const EVERY_MS = 2000;
const FLOOD_PER_SEC = 200;
const PASSWORD = 'Correct-Horse-Battery-9';

machine();
const agents = fork(new URL('./steady-agents.ts', import.meta.url));
const attacker = fork(new URL('./sign-ins.ts', import.meta.url));
const regular = fork(new URL('./sign-ins.ts', import.meta.url));
const newcomer = fork(new URL('./sign-ins.ts', import.meta.url));
// The bench stands for a proxy, so that every attempt can come from another address.
const server = await startBenchServer({ RMM_TRUSTED_PROXIES: '127.0.0.0/8' });
try {
  await measure(server);
} finally {
  for (const child of [agents, attacker, regular, newcomer]) child.disconnect();
  await server.stop();
}

async function measure({ url, sql }: BenchServer): Promise<void> {
  const { devices } = await fillFleet(sql, AGENTS);
  const usernames = await createAccounts();
  await ask(agents, { connect: devices, url: `${url.replace('http', 'ws')}/ws/agent` });
  await sleep(1000);
  const flood = { url, usernames, perSec: FLOOD_PER_SEC, seconds: SECONDS, password: 'wrong' };
  await round('no flood', undefined);
  await round('200/s from one address', { ...flood, from: '192.0.2.1' });
  await round('200/s, each from another address', flood);
}

/** The agents' latency while it lasts, what the flood was answered, and how people with the right password fare. */
async function round(what: string, flood: Attempts | undefined): Promise<void> {
  const seconds = SECONDS - 2;
  const right = { url: server.url, perSec: 2, seconds, password: PASSWORD };
  const atHome: Attempts = { ...right, usernames: ['regular'], from: '198.51.100.1' };
  await ask(regular, { ...atHome, perSec: 1, seconds: 1 });
  const flooding = flood && ask<Outcome[]>(attacker, flood);
  if (flood) await sleep(1000); // the line has formed
  const signIns = [ask<Outcome[]>(regular, atHome), ask<Outcome[]>(newcomer, { ...right, usernames: ['newcomer'] })];
  const latencies = await ask<number[]>(agents, { measure: seconds, everyMs: EVERY_MS });
  report(`${what}: an agent's frame, p50`, percentile(latencies, 0.5), 'ms');
  report(`${what}: an agent's frame, p99`, percentile(latencies, 0.99), 'ms', { atMost: 50 });
  const [returning = [], arriving = []] = await Promise.all(signIns);
  reportSignIns(`${what}: sign-ins from a known address`, returning, { atLeast: 100 });
  reportSignIns(`${what}: sign-ins from a new address`, arriving, {});
  if (flooding) reportAnswers(what, await flooding);
}

function reportAnswers(what: string, outcomes: Outcome[]): void {
  for (const [status, { length }] of Map.groupBy(outcomes, ({ status }) => status))
    report(`${what}: answered ${status}`, length / SECONDS, '/s');
}

function reportSignIns(what: string, outcomes: Outcome[], goal: { atLeast?: number }): void {
  const succeeded = outcomes.filter(({ status }) => status === 200);
  report(`${what} that succeed`, (succeeded.length / outcomes.length) * 100, '%', goal);
  if (succeeded.length < outcomes.length) reportAnswers(what, outcomes);
  if (succeeded.length > 0)
    report(
      `${what}, median`,
      percentile(
        succeeded.map(({ ms }) => ms),
        0.5,
      ),
      'ms',
    );
}

async function createAccounts(): Promise<string[]> {
  const hash = await hashPassword(PASSWORD, randomBytes);
  const rows = await server.sql<{ username: string }[]>`
    insert into users (username, password_hash, role_key)
    select 'account-' || n, ${hash}, 'readonly' from generate_series(1, 200) n returning username`;
  await server.sql`insert into users (username, password_hash, role_key)
    values ('regular', ${hash}, 'readonly'), ('newcomer', ${hash}, 'readonly')`;
  return rows.map(({ username }) => username);
}

async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  child.send(message);
  const [answer] = (await once(child, 'message')) as [{ value: T }];
  return answer.value;
}
