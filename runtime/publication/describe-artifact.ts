import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { CHUNK_BYTES } from '../../schema/publication.ts';

/** Size and hashes of a file, of the whole and of each chunk; reads it once, a chunk at a time. */
export async function describeArtifact(path: string): Promise<{ size: number; sha256: string; chunks: string[] }> {
  const file = await open(path, 'r');
  try {
    const whole = createHash('sha256');
    const chunks: string[] = [];
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let size = 0;
    for (;;) {
      const filled = await fill(file, buffer, size);
      if (filled === 0) return { size, sha256: whole.digest('hex'), chunks };
      const chunk = buffer.subarray(0, filled);
      whole.update(chunk);
      chunks.push(createHash('sha256').update(chunk).digest('hex'));
      size += filled;
    }
  } finally {
    await file.close();
  }
}

/** A read may give less than was asked for, but a chunk's border is at its multiple. */
async function fill(file: Awaited<ReturnType<typeof open>>, buffer: Buffer, position: number): Promise<number> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
