/** The agent's life: identity, lock, enrollment, then the service until it is stopped or revoked. */
import { chmodSync } from 'node:fs';
import { agentAddress } from './address.ts';
import { openDeviceLink } from './device.ts';
import { Exit } from './exit.ts';
import { makeFolder } from './files.ts';
import type { Flags } from './flags.ts';
import { createIdentity, type Identity, loadIdentity } from './identity.ts';
import type { InventoryReport } from './inventory/report.ts';
import { keepConnected, type LinkEnd } from './link/link.ts';
import { lockFolder } from './lock.ts';
import type { Log } from './log.ts';
import type { Platform } from './platform/platform.ts';
import { openService, serveSession, stopService } from './service.ts';

/** How long `-enroll-only` tries to reach the server. */
const ENROLL_ONLY_MS = 60_000;

export type AgentContext = {
  flags: Pick<Flags, 'server' | 'enrollToken' | 'enrollOnly' | 'stateDir'>;
  platform: Platform;
  readInventory: InventoryReport['read'];
  env: NodeJS.ProcessEnv;
  now: () => Date;
  /** From 0 up to 1. */
  random: () => number;
  randomBytes: (size: number) => Uint8Array;
  log: Log;
  /** Bytes on disk; SPOOL_LIMIT_BYTES when missing. */
  spoolLimit?: number;
  /** Aborted when the agent is asked to stop. */
  signal: AbortSignal;
};

/** @returns the exit code. @throws Error with a sentence for the user when it cannot start. */
export async function runAgent(context: AgentContext): Promise<number> {
  const { flags, log } = context;
  makeFolder(flags.stateDir);
  chmodSync(flags.stateDir, 0o700);
  const known = loadIdentity(flags.stateDir);
  if (known?.revoked_at) {
    log('error', 'This identity was revoked; remove identity.json in the state folder and enroll with a new token.');
    return Exit.revoked;
  }
  if (flags.enrollOnly && known?.device_id) {
    log('info', 'This machine is enrolled already.', { device: known.device_id, server: known.server });
    return Exit.done;
  }
  const release = lockFolder(flags.stateDir, process.pid, context.platform.processStart);
  try {
    const identity = known ?? firstIdentity(context);
    return await (flags.enrollOnly ? enrollOnly(context, identity) : serve(context, identity));
  } finally {
    release();
  }
}

function firstIdentity({ flags, now, randomBytes }: AgentContext): Identity {
  if (!flags.server) throw new Error('This machine is not enrolled: -server and -enroll-token are needed.');
  if (!flags.enrollToken) throw new Error('This machine is not enrolled: -enroll-token is needed.');
  return createIdentity(flags.stateDir, agentAddress(flags.server), { now, randomBytes });
}

async function enrollOnly(context: AgentContext, identity: Identity): Promise<number> {
  const link = openDeviceLink(context, identity);
  const enrolled = new AbortController();
  const signal = AbortSignal.any([context.signal, enrolled.signal]);
  const end = await keepConnected({
    ...context,
    signal,
    state: link.state,
    giveUpMs: ENROLL_ONLY_MS,
    connect: () =>
      link.session({
        heldJobs: [],
        signal,
        welcomed: () => enrolled.abort(),
        work: () => undefined, // the service takes it when it connects: nothing was acknowledged
      }),
  });
  if (link.state() === 'enrolled') return Exit.done;
  return explain(end, context.log);
}

async function serve(context: AgentContext, identity: Identity): Promise<number> {
  const link = openDeviceLink(context, identity);
  const service = await openService(context, context.flags.stateDir);
  const closing = new AbortController();
  // Jobs are ended and their results sent while the connection is still there.
  const stop = () => void stopService(service).finally(() => closing.abort());
  if (context.signal.aborted) stop();
  context.signal.addEventListener('abort', stop, { once: true });
  const end = await keepConnected({
    ...context,
    signal: closing.signal,
    state: link.state,
    connect: () => serveSession(service, (rest) => link.session({ ...rest, signal: closing.signal })),
  });
  await stopService(service);
  return explain(end, context.log);
}

function explain(end: LinkEnd, log: Log): number {
  switch (end.why) {
    case 'stopped':
      return Exit.done;
    case 'revoked':
      log('error', 'The server revoked this identity; the agent stops. A fresh enrollment is needed.');
      return Exit.revoked;
    case 'refused':
      log('error', `The server refused the enrollment: ${end.sentence}. Check the token, its uses and its expiry.`);
      return Exit.refused;
    case 'unreachable':
      log('error', `The server could not be reached: ${end.sentence}.`);
      return Exit.failed;
  }
}
