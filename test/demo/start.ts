/** `npm run demo`: a server with this machine as a real device and thirty simulated ones. Ends with Ctrl-C. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../../runtime/config.ts';
import { createLog, type Log } from '../../runtime/log.ts';
import { type Muster, startMuster } from '../../runtime/main.ts';
import { publishHostAgent } from '../../runtime/publication/host-agent.ts';
import { type Call, createCall } from './api.ts';
import { machines } from './machines.ts';
import { watchedSince, watchFleet } from './monitoring.ts';
import { organise, THIS_MACHINE } from './organisation.ts';
import { propose } from './proposals.ts';
import { type RealAgent, startRealAgent } from './real-agent.ts';
import { createSignIn } from './sign-in.ts';
import type { Story } from './signals.ts';
import { connectFleet } from './simulated.ts';

const say = (text: string) => process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const config = loadConfig({
    RMM_DATA_DIR: './data/demo',
    RMM_LOG_LEVEL: 'warn',
    RMM_INSTANCE_NAME: 'Demo',
    ...process.env,
  });
  const log = createLog(config.logLevel);
  const closing: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  stopOnSignal(closing, stopping, log);

  say('Starting the server …');
  const muster = await startMuster(config, log);
  closing.push(muster.stop);
  const call = createCall(loopback(config, muster), adminToken(config, muster));

  say('Building and signing the agent for this machine …');
  await publishHostAgent({ dataDir: config.dataDir, log, signal: stopping.signal });
  if (stopping.signal.aborted) return;

  say('Enrolling this machine and thirty simulated ones …');
  const { username, password } = await createSignIn(call, config.dataDir);
  const people = await populate(call, config, loopback(config, muster), log);
  closing.unshift(people.stop);
  const session = await call('POST /api/auth/login', { body: { username, password } });
  const visitor = createCall(loopback(config, muster), session.token);
  await propose(visitor);
  const asToken = (token: string) => createCall(loopback(config, muster), token);
  await watchFleet({ ...people, call: visitor, asToken, sql: muster.services.pool });
  await visitor('POST /api/auth/logout');

  say(`
  Muster is at   ${config.consoleUrl}
  Sign in as     ${username}
  with           ${password}

  This machine is one of the devices: what you approve for it really runs here.
  The data is in ${config.dataDir}. Ctrl-C ends the demo.
`);
}

/** Where the demo itself reaches the server; the console's address may be a proxy's. */
const loopback = (config: Config, { port }: Muster) =>
  `http://${config.listen.host === '0.0.0.0' ? '127.0.0.1' : config.listen.host}:${port}`;

const adminToken = (config: Config, { adminTokenFile }: Muster) =>
  config.adminToken ?? readFileSync(adminTokenFile ?? join(config.dataDir, 'admin-token'), 'utf8').trim();

async function populate(call: Call, config: Config, url: string, log: Log) {
  const placements = await organise(call);
  const at = `${url.replace('http', 'ws')}/ws/agent`;
  const bench = placements.find(({ department }) => department === THIS_MACHINE);
  let real: RealAgent | undefined;
  if (bench)
    real = await startRealAgent(call, config.dataDir, at, bench).catch((err: unknown) => {
      log.error({ err }, 'this machine was not enrolled; the simulated ones are');
      return undefined;
    });
  const story: Story = { since: (await watchedSince(call)) ?? Date.now(), outOfMemory: new Set() };
  const fleet = machines(placements);
  const connected = await connectFleet(call, at, fleet, join(config.dataDir, 'fleet.json'), story);
  return {
    placements,
    fleet,
    story,
    stop: async () => {
      await real?.stop();
      connected.stop();
    },
  };
}

function stopOnSignal(closing: (() => Promise<void>)[], stopping: AbortController, log: Log): void {
  const stop = async () => {
    stopping.abort();
    for (const close of closing) await close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (err: unknown) => {
          log.error({ err }, 'the stop failed');
          process.exit(1);
        },
      );
    });
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof ConfigError ? 2 : 1);
});
