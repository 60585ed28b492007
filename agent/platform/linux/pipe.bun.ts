import { closeSync } from 'node:fs';
import type { PipeReader } from './output.ts';

declare const Bun: { file(fd: number): { stream(): ReadableStream<Uint8Array> } };

/** Under Bun. Measured: 2.3 GB/s; neither the stream's end nor its cancellation closes the descriptor. */
export const readPipe: PipeReader = (fd, onChunk) => {
  const reader = Bun.file(fd).stream().getReader();
  const ended = (async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) onChunk(piece.value);
  })();
  return {
    ended,
    async stop() {
      await reader.cancel();
      await ended;
      closeSync(fd);
    },
  };
};
