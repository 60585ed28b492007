import { once } from 'node:events';
import { Socket } from 'node:net';
import type { PipeReader } from './output.ts';

/** Under Node, for the tests. The socket owns the descriptor. */
export const readPipe: PipeReader = (fd, onChunk) => {
  const socket = new Socket({ fd, readable: true, writable: false });
  socket.on('data', onChunk);
  const closed = once(socket, 'close');
  return {
    ended: closed.then(() => undefined),
    async stop() {
      socket.destroy();
      await closed;
    },
  };
};
