import type { ServerFrame } from '../schema/agent.ts';
import type { Socket } from './hub.ts';

/**
 * Acknowledges what a batch has written: those for one socket leave in one write, since a system call costs more than all
 * the rest of an acknowledgement. Call it after the commit.
 */
export function createAcks() {
  let waiting = new Map<Socket, string[]>();
  const flush = () => {
    const sockets = waiting;
    waiting = new Map();
    for (const [ws, frames] of sockets) {
      if (ws.getUserData().state === 'closed') continue;
      ws.cork(() => {
        for (const frame of frames) ws.send(frame);
      });
    }
  };
  return (ws: Socket, id: string, refused?: string): void => {
    if (ws.getUserData().state === 'closed') return;
    const ack: ServerFrame = refused === undefined ? { t: 'ack', id } : { t: 'ack', id, refused };
    const frame = JSON.stringify(ack);
    if (waiting.size === 0) setImmediate(flush);
    const frames = waiting.get(ws);
    if (frames) frames.push(frame);
    else waiting.set(ws, [frame]);
  };
}
