/** One connection: who we are, what came, and how it ended. */
import { z } from 'zod';
import { AgentClose, type Facts, HELLO_JOBS_MAX, ServerFrame, SILENT_AFTER_SEC } from '../../schema/agent.ts';
import { text } from '../../schema/common.ts';
import { credentialHash, type Identity } from '../identity.ts';
import type { Log } from '../log.ts';
import { openSocket, type Socket, type SocketEnd } from './socket.ts';

/** The server refuses or accepts within this time, or the attempt failed. */
const ANSWER_MS = 30_000;
/** How long the other side may take to answer our close. */
const GOODBYE_MS = 1000;
/** Output waits for nobody: while so much has not left yet, pieces are dropped. */
const OUTPUT_BUFFER_BYTES = 256 * 1024;

type Welcome = Extract<ServerFrame, { t: 'welcome' }>;
/** Frames that go to whoever does the work; the session itself answers the rest. */
export type WorkFrame = Exclude<ServerFrame, { t: 'enrolled' | 'welcome' | 'revoked' }>;

export type SessionContext = {
  address: string;
  proxy: string | undefined;
  /** Without a device_id the session enrolls with `enrollToken`. */
  identity: Identity;
  enrollToken: string | undefined;
  facts: Facts;
  heldJobs: readonly string[];
  log: Log;
  silentMs?: number;
  signal: AbortSignal;
  /** Must have stored it when it returns. */
  enrolled: (deviceId: string) => void;
  welcomed: (welcome: Welcome, connection: Connection) => void;
  work: (frame: WorkFrame, connection: Connection) => void;
  revoked: () => void;
};

/** The way out while a session lasts. */
export type Connection = {
  /** What the server was told at the connect. */
  facts: Facts;
  send: (text: string) => void;
  /** False when the frame was dropped because the connection is behind. */
  sendIfIdle: (text: string) => boolean;
};

/** Connects, serves frames until the connection is gone, and says how it ended. */
export function runSession(context: SessionContext): Promise<SocketEnd> {
  const { identity, log, signal } = context;
  const { promise, resolve } = Promise.withResolvers<SocketEnd>();
  const authorization = identity.device_id ? `Device ${identity.credential}` : `Enroll ${context.enrollToken ?? ''}`;
  const socket = openSocket(context.address, authorization, context.proxy, {
    open: () => send(socket, identity.device_id ? hello(context) : enroll(context)),
    heard: () => watch.heard(),
    text: (received) => {
      const frame = parse(received, socket, log);
      if (frame) dispatch(frame);
    },
    end(end) {
      watch.stop();
      signal.removeEventListener('abort', leave);
      if (end.kind === 'closed' && end.code === AgentClose.revoked) context.revoked();
      resolve(end);
    },
  });
  const connection = connectionOver(socket, context.facts);
  const watch = watchSilence(socket, context.silentMs ?? SILENT_AFTER_SEC * 1000);

  function dispatch(frame: ServerFrame) {
    if (frame.t === 'enrolled') context.enrolled(frame.device_id);
    else if (frame.t === 'revoked') {
      log('error', 'the server revoked this identity', { reason: frame.reason });
      context.revoked();
      leave();
    } else if (frame.t === 'welcome') {
      watch.welcomed();
      context.welcomed(frame, connection);
    } else context.work(frame, connection);
  }

  function leave() {
    socket.close(1000, 'stopping');
    setTimeout(() => socket.drop('stopping'), GOODBYE_MS).unref();
  }
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave);
  return promise;
}

const connectionOver = (socket: Socket, facts: Facts): Connection => ({
  facts,
  send: (text) => socket.send(text),
  sendIfIdle(text) {
    if (socket.buffered() > OUTPUT_BUFFER_BYTES) return false;
    socket.send(text);
    return true;
  },
});

/** Drops a socket over which no welcome came in time, or later nothing at all; the server pings, so that it never rests. */
function watchSilence(socket: Socket, silentMs: number) {
  const begun = performance.now();
  let lastHeard = begun;
  let isWelcome = false;
  const timer = setInterval(
    () => {
      const now = performance.now();
      if (isWelcome && now - lastHeard > silentMs) socket.drop('the server went silent');
      if (!isWelcome && now - begun > ANSWER_MS) socket.drop('no answer from the server');
    },
    Math.min(5000, silentMs),
  );
  return {
    heard() {
      lastHeard = performance.now();
    },
    welcomed() {
      isWelcome = true;
    },
    stop: () => clearInterval(timer),
  };
}

const send = (socket: Socket, frame: object) => socket.send(JSON.stringify(frame));

const hello = ({ facts, heldJobs }: SessionContext) => ({ t: 'hello', facts, jobs: heldJobs.slice(0, HELLO_JOBS_MAX) });

const enroll = ({ facts, identity }: SessionContext) => ({
  t: 'enroll',
  install_id: identity.install_id,
  credential_sha256: credentialHash(identity),
  facts,
});

/** What every frame has, of this version or another. */
const Head = z.object({ t: text(50), id: text(100, 1).optional() });

/**
 * The frame, or undefined for what this version does not understand: a newer server may send more, and closing
 * would only bring it again. What asks for an acknowledgement is refused, so that the server stops repeating it.
 */
function parse(received: string, socket: Socket, log: Log): ServerFrame | undefined {
  const json = parseJson(received);
  const parsed = ServerFrame.safeParse(json);
  if (parsed.success) return parsed.data;
  const { t, id } = Head.safeParse(json).data ?? {};
  log('warn', 'a frame was not understood', { type: t ?? '?' });
  if (id !== undefined && t !== 'ack') send(socket, { t: 'ack', id, refused: 'not understood by this agent' });
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no frame at all; the caller logs it
  }
}
