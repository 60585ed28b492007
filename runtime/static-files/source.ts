import { open } from 'node:fs/promises';
import type { FileBody } from '../../domain/file-answer.ts';
import { Problem } from '../../domain/problem.ts';

/** Read at a time. A download holds this much, however large the file; half of it costs a tenth of the speed. */
const CHUNK_BYTES = 64 * 1024;

/** Bytes to read from, in memory or on disk. */
export interface Source {
  size: number;
  /** Up to a chunk from `position` on, at most `max`; empty at the end. Valid until the next read. */
  read: (position: number, max: number) => Promise<Uint8Array> | Uint8Array;
  close: () => Promise<void>;
}

/** @throws Problem 503 when the file is gone, because what replaces it is on its way. */
export async function openSource(body: FileBody): Promise<Source> {
  if ('bytes' in body) {
    const { bytes } = body;
    const read = (position: number, max: number) => bytes.subarray(position, position + Math.min(max, CHUNK_BYTES));
    return { size: bytes.length, read, close: async () => undefined };
  }
  const file = await open(body.path, 'r').catch((cause: unknown) => {
    throw new Problem(503, 'file_unavailable', 'This file is being replaced. Try again soon.', {
      cause,
      headers: { 'Retry-After': '2' },
    });
  });
  let buffer: Buffer | undefined;
  const read = async (position: number, max: number) => {
    buffer ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const { bytesRead } = await file.read(buffer, 0, Math.min(max, CHUNK_BYTES), position);
    return buffer.subarray(0, bytesRead);
  };
  try {
    return { size: (await file.stat()).size, read, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}
