/**
 * A job's output pipe. Node and Bun give children a socket pair, on which `echo x >/dev/stderr` fails with ENXIO, and
 * one for each stream, which loses their order. A FIFO is a real pipe that both streams share.
 */
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OutputPipe } from '../platform.ts';

/** Reads a non-blocking descriptor until its end; `stop` closes it early. Owns the descriptor. */
export type PipeReader = (
  fd: number,
  onChunk: (chunk: Uint8Array) => void,
) => { ended: Promise<void>; stop: () => Promise<void> };

const run = promisify(execFile);

export async function openOutput(folder: string): Promise<OutputPipe> {
  const path = join(folder, '.output');
  await run('mkfifo', ['-m', '600', path]);
  // The reader first and without blocking: a FIFO opened for writing alone would wait for it.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  rmSync(path);
  const readPipe = await loadReader();
  let reader: ReturnType<PipeReader> | undefined;
  let isWriteEndOpen = true;
  return {
    writeEnd,
    childStarted() {
      if (isWriteEndOpen) closeSync(writeEnd);
      isWriteEndOpen = false;
    },
    read(onChunk) {
      reader = readPipe(readEnd, onChunk);
      return reader.ended;
    },
    async close() {
      if (reader) await reader.stop();
      else closeSync(readEnd);
    },
  };
}

/** Node reads a FIFO through a socket, which Bun 1.4.4 cannot; Bun has its own stream for it. */
async function loadReader(): Promise<PipeReader> {
  if ('Bun' in globalThis) return (await import('./pipe.bun.ts')).readPipe;
  return (await import('./pipe.node.ts')).readPipe;
}
