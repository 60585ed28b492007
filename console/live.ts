import { createSignal, onCleanup } from 'solid-js';
import { ApiError, api } from './api.ts';
import { createLiveSocket, type Hint, type LiveState, type Output, type ServerFrame } from './live-socket.ts';
import { queries } from './queries.ts';
import { refreshPrincipal } from './session.ts';
import { spaced } from './spaced.ts';

/**
 * Live updates. The server only hints that a noun changed; the pages read again through the API, so scope and
 * permission are decided in one place. start() and stop() follow the session, see app.tsx.
 */
const [state, setState] = createSignal<LiveState>('off');
const [downSince, setDownSince] = createSignal<Date | undefined>();

/** State of the socket, for the dot in the top bar. */
/** Since when the data on screen may be old; undefined while hints arrive. */
export { downSince as staleSince, state as liveState };

/**
 * What else shows a noun (schema/live.ts has them all): the dashboard counts devices and jobs, roles count who has them,
 * checks count the devices on which they say what.
 */
const dependants: Partial<Record<string, readonly string[]>> = {
  devices: ['dashboard', 'device_counts', 'clients', 'sites', 'groups', 'proposed_devices'],
  device_operations: ['dashboard', 'proposed_devices'],
  jobs: ['dashboard', 'approvals'],
  approvals: ['dashboard'],
  clients: ['dashboard', 'devices'],
  sites: ['devices'],
  groups: ['devices'],
  alerts: ['dashboard'],
  oauth_apps: ['dashboard'],
  audit: ['dashboard'],
  // Approvals say whether who approved something still may, and how many devices it reaches.
  users: ['roles', 'api_tokens', 'approvals'],
  roles: ['approvals'],
  api_tokens: ['roles', 'approvals'],
  policies: ['checks', 'tasks', 'approvals'],
  check_results: ['checks'],
};

/**
 * Counts of 50,000 devices take the server 30–80 ms and in such a fleet some device always comes or goes: what only counts
 * follows this far apart, what lists follows at once.
 */
const COUNTS_MS = 2000;

/** A tab hidden for this long closes its socket; showing it again reads everything anew. */
const HIDDEN_MS = 5 * 60_000;

const watched = new Map<string, Set<(output: Output) => void>>();
const missed: Hint[] = [];

const socket = createLiveSocket(
  {
    ticket: async () => {
      try {
        return (await api('POST /api/me/live-ticket')).ticket;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return undefined;
        throw error;
      }
    },
    open: (protocols) => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/console`, protocols),
    random: Math.random,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  { onState: became, onFrame: received, onAccessChanged: () => void refreshPrincipal().catch(resync) },
);

export const startLive = socket.start;
export const stopLive = socket.stop;
export const reconnectLive = socket.hurry;

function became(next: LiveState) {
  const recovered = next === 'up' && downSince() !== undefined;
  if (next === 'up' || next === 'off') setDownSince(undefined);
  if (next === 'down') setDownSince((since) => since ?? new Date());
  if (next === 'up') for (const job_id of watched.keys()) socket.send({ t: 'watch', job_id });
  setState(next);
  if (recovered) resync();
}

function received(frame: ServerFrame) {
  if (frame.t === 'resync') resync();
  else if (frame.t === 'output') for (const listener of watched.get(frame.job_id) ?? []) listener(frame);
  else if (document.hidden) missed.push(frame);
  else refresh(frame);
}

/** Reads again what shows this noun. Queries about one record (`['jobs', id]`) only when the hint names it. */
function refresh(hint: Hint) {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [noun, id] }) =>
      noun === hint.noun && (typeof id !== 'string' || hint.ids === undefined || hint.ids.includes(id)),
  });
  for (const noun of dependants[hint.noun] ?? []) readDependant(noun);
}

const dependantReaders = new Map<string, () => void>();

function readDependant(noun: string) {
  const read =
    dependantReaders.get(noun) ??
    spaced(
      () => void queries.invalidateQueries({ queryKey: [noun] }),
      COUNTS_MS,
      (ms, run) => setTimeout(run, ms),
    );
  dependantReaders.set(noun, read);
  read();
}

function resync() {
  missed.length = 0;
  void queries.invalidateQueries();
}

/** Tells of a job's output while the owner lives: how many bytes there are now, and whether that is all. */
export function watchJob(jobId: string, onOutput: (output: Output) => void): void {
  const listeners = watched.get(jobId) ?? new Set();
  if (listeners.size === 0 && state() === 'up') socket.send({ t: 'watch', job_id: jobId });
  watched.set(jobId, listeners.add(onOutput));
  onCleanup(() => {
    listeners.delete(onOutput);
    if (listeners.size > 0) return;
    watched.delete(jobId);
    if (state() === 'up') socket.send({ t: 'unwatch', job_id: jobId });
  });
}

/** Hidden tabs keep calm: hints wait until somebody looks, and after five minutes the socket is given back. */
function followVisibility() {
  let asleep = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(() => {
        asleep = state() !== 'off';
        if (asleep) socket.stop();
      }, HIDDEN_MS);
    } else if (asleep) {
      asleep = false;
      socket.start();
      resync();
    } else {
      for (const hint of missed.splice(0)) refresh(hint);
    }
  });
  addEventListener('online', socket.hurry);
}

followVisibility();
