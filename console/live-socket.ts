import type { LiveServerFrame } from '../schema/live.ts';

/**
 * The socket behind live updates, without any screen: fetches a ticket, connects, reads frames, and connects again
 * with full jitter. Time, randomness, tickets and sockets come in, so that tests hold them.
 */
export type Hint = { t: 'hint'; noun: string; ids?: string[] };
export type Output = Extract<LiveServerFrame, { t: 'output' }>;
export type ClientFrame = { t: 'watch' | 'unwatch'; job_id: string };
export type ServerFrame = Hint | Output | { t: 'resync' };

/** off: not wanted, or refused for good · connecting: on its way · up: frames flow · down: waits for the next try. */
export type LiveState = 'off' | 'connecting' | 'up' | 'down';

export type SocketLike = Pick<WebSocket, 'close' | 'send' | 'onopen' | 'onclose' | 'onmessage'>;

export type LiveSource = {
  /** A one-time ticket; undefined when the session has ended, which stops the trying. Rejects when unreachable. */
  ticket: () => Promise<string | undefined>;
  open: (protocols: string[]) => SocketLike;
  random: () => number;
  after: (ms: number, run: () => void) => () => void;
};

export type LiveEvents = {
  onState: (state: LiveState) => void;
  onFrame: (frame: ServerFrame) => void;
  /** The server closed because the session ended or what the principal may do changed. */
  onAccessChanged: () => void;
};

export type LiveSocket = {
  start: () => void;
  stop: () => void;
  /** Tries at once, as after a click on Reconnect or when the network is back. */
  hurry: () => void;
  send: (frame: ClientFrame) => void;
};

/** As schema/live.ts has them; its values would bring zod into the console. */
export const PROTOCOL = 'rmm.console.v1';
const ACCESS_CHANGED = 4401;

/** Full jitter, 1 s doubling to 30 s: a restarted server is not met by every tab at once. */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(30_000, 1000 * 2 ** attempt));
}

export function createLiveSocket(source: LiveSource, events: LiveEvents): LiveSocket {
  let wanted = false;
  let attempt = 0;
  let socket: SocketLike | undefined;
  let cancelWait: (() => void) | undefined;
  // Grows with every start and stop, so that an answer that comes late belongs to nobody.
  let epoch = 0;

  function retry() {
    socket = undefined;
    events.onState('down');
    cancelWait = source.after(backoffMs(attempt, source.random()), connect);
    attempt += 1;
  }

  async function connect() {
    const mine = ++epoch;
    cancelWait?.();
    events.onState('connecting');
    const ticket = await source.ticket().catch(() => null);
    if (mine !== epoch || !wanted) return;
    if (ticket === undefined) return stop();
    if (ticket === null) return retry();
    attach(source.open([PROTOCOL, ticket]), mine);
  }

  function attach(opened: SocketLike, mine: number) {
    socket = opened;
    opened.onopen = () => {
      if (mine !== epoch) return;
      attempt = 0;
      events.onState('up');
    };
    opened.onmessage = (message) => {
      const frame = mine === epoch ? frameOf(message.data) : undefined;
      if (frame) events.onFrame(frame);
    };
    opened.onclose = ({ code }) => {
      if (mine !== epoch || !wanted) return;
      if (code === ACCESS_CHANGED) events.onAccessChanged();
      retry();
    };
  }

  function stop() {
    wanted = false;
    epoch += 1;
    cancelWait?.();
    socket?.close(1000);
    socket = undefined;
    events.onState('off');
  }

  return {
    start() {
      if (wanted) return;
      wanted = true;
      attempt = 0;
      void connect();
    },
    stop,
    hurry() {
      if (!wanted || socket !== undefined) return;
      attempt = 0;
      void connect();
    },
    send: (frame) => socket?.send(JSON.stringify(frame)),
  };
}

/** A frame the console knows; anything else is left alone, so that a newer server may say more. */
export function frameOf(data: unknown): ServerFrame | undefined {
  const frame = typeof data === 'string' ? parsed(data) : undefined;
  if (frame?.t === 'resync') return { t: 'resync' };
  if (frame?.t === 'hint' && typeof frame.noun === 'string') {
    const ids = Array.isArray(frame.ids) ? frame.ids.filter((id) => typeof id === 'string') : undefined;
    return { t: 'hint', noun: frame.noun, ...(ids ? { ids } : {}) };
  }
  if (frame?.t !== 'output' || typeof frame.job_id !== 'string' || typeof frame.size_bytes !== 'number')
    return undefined;
  return { t: 'output', job_id: frame.job_id, size_bytes: frame.size_bytes, done: frame.done === true };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}
