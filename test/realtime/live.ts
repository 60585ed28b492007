/** A console's live socket, as a browser holds it. */
import WebSocket from 'ws';
import { CONSOLE_SUBPROTOCOL, LiveServerFrame } from '../../schema/live.ts';
import type { TestServer } from '../harness.ts';

export interface Live {
  socket: WebSocket;
  frames: LiveServerFrame[];
  next: (fits: (frame: LiveServerFrame) => boolean) => Promise<LiveServerFrame>;
  closed: Promise<number>;
}

/** The origin of the test server's console. */
const ORIGIN = 'http://console.test';

const sockets: WebSocket[] = [];
/** For afterEach. */
export const closeLives = (): void => {
  for (const socket of sockets.splice(0)) socket.terminate();
};

export const ticketOf = async (server: TestServer, token: string): Promise<string> =>
  (await server.ok('POST /api/me/live-ticket', { token, body: {} })).ticket;

/** Opens it, or rejects with the status of the refusal. */
export function openLive(url: string, ticket: string, origin = ORIGIN): Promise<Live> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/console`, [CONSOLE_SUBPROTOCOL, ticket], { origin });
  sockets.push(socket);
  const frames: LiveServerFrame[] = [];
  const waiting = new Set<(frame: LiveServerFrame) => void>();
  socket.on('message', (data) => {
    const frame = LiveServerFrame.parse(JSON.parse(String(data)));
    frames.push(frame);
    for (const look of waiting) look(frame);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const next = (fits: (frame: LiveServerFrame) => boolean) =>
    new Promise<LiveServerFrame>((resolve) => {
      const found = frames.find(fits);
      if (found) return resolve(found);
      waiting.add((frame) => fits(frame) && resolve(frame));
    });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, frames, next, closed }));
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.once('error', reject);
  });
}
