import type { WebSocket } from 'uWebSockets.js';
import { AgentClose, type ServerFrame } from '../schema/agent.ts';

/** What hangs on an agent's socket. Kept small: ten thousand of them are held at once. */
export interface AgentSocket {
  /** Where the connection came from. */
  ip: string;
  /** Known from the upgrade on for a device, from its enrollment on for a new one. */
  deviceId: string;
  hostname: string;
  /** SHA-256 of the enrollment token, until it is spent. */
  enrollToken: Buffer | undefined;
  /** 0 until the hello has been written; then the number of this connection. */
  epoch: number;
  /** Frames before the hello are refused; a second one is, too. */
  state: 'new' | 'greeting' | 'ready' | 'closed';
  /** Bytes of frames that arrived and are not written yet. */
  pendingBytes: number;
  /** Slice of the ping round it belongs to. */
  slice: number;
  openedAt: number;
  /** When its last health sample was taken, by performance.now(). */
  sampledAt: number;
}

export type Socket = WebSocket<AgentSocket>;

export interface Hub {
  /** Makes this the device's connection; an older one is closed. @returns whether there was one. */
  join: (ws: Socket) => boolean;
  /** Forgets the connection, if it is the device's newest. */
  part: (ws: Socket) => void;
  isNewest: (ws: Socket) => boolean;
  /** Whether the device is connected by a connection of this epoch. */
  holds: (deviceId: string, epoch: number) => boolean;
  /** Sends to the device if it is connected here. @returns false when it is not, or does not read. */
  send: (deviceId: string, frame: ServerFrame) => boolean;
  /** The same with a frame that has been rendered, since the same one goes to thousands. */
  sendText: (deviceId: string, frame: string) => boolean;
  has: (deviceId: string) => boolean;
  connected: (deviceIds: string[]) => string[];
  all: () => IterableIterator<string>;
  close: (deviceId: string, code: number, reason: string, last?: ServerFrame) => void;
  size: () => number;
}

/** Bytes that may wait for one agent; past it frames are not sent, and the sweep sends them again. */
const BACKPRESSURE_MAX_BYTES = 4 * 1024 * 1024;

/** Who is connected to this process. Rows say who is connected anywhere. */
export function createHub(): Hub {
  const sockets = new Map<string, Socket>();
  const sendText = (deviceId: string, frame: string): boolean => {
    const ws = sockets.get(deviceId);
    if (!ws || ws.getBufferedAmount() > BACKPRESSURE_MAX_BYTES) return false;
    return ws.send(frame) !== 2;
  };
  const isNewest = (ws: Socket) => sockets.get(ws.getUserData().deviceId) === ws;
  return {
    isNewest,
    holds: (deviceId, epoch) => sockets.get(deviceId)?.getUserData().epoch === epoch,
    join: (ws) => {
      const { deviceId } = ws.getUserData();
      const older = sockets.get(deviceId);
      sockets.set(deviceId, ws);
      if (older) older.end(AgentClose.replaced, 'replaced by a newer connection');
      return older !== undefined;
    },
    part: (ws) => {
      if (isNewest(ws)) sockets.delete(ws.getUserData().deviceId);
    },
    send: (deviceId, frame) => sendText(deviceId, JSON.stringify(frame)),
    sendText,
    has: (deviceId) => sockets.has(deviceId),
    connected: (deviceIds) => deviceIds.filter((id) => sockets.has(id)),
    all: () => sockets.keys(),
    close: (deviceId, code, reason, last) => {
      const ws = sockets.get(deviceId);
      if (!ws) return;
      if (last) ws.send(JSON.stringify(last));
      ws.end(code, reason);
    },
    size: () => sockets.size,
  };
}
