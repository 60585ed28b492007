import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { Coding } from '../../domain/file-answer.ts';

/** What a compressed copy is called: the file's name and this. */
export const suffixOf: Record<Coding, string> = { zstd: '.zst', br: '.br', gzip: '.gz' };

export const codings = ['zstd', 'br', 'gzip'] as const satisfies readonly Coding[];

/**
 * How much work goes into it. Of the 109 MB agent, on one core here: `quick` is 51, 51, 56 MB in 1, 2, 2 s (zstd, br, gzip),
 * `balanced` 46, 46, 53 MB in 3, 12, 4 s; `best` would take minutes, and is for files of a few hundred KB.
 */
export type Effort = 'quick' | 'balanced' | 'best';

const levels: Record<Effort, Record<Coding, number>> = {
  quick: { zstd: 3, br: 3, gzip: 1 },
  balanced: { zstd: 9, br: 5, gzip: 6 },
  best: { zstd: 19, br: 11, gzip: 9 },
};

/** Writes the compressed copies beside the file; one that would not be smaller is left out. Memory stays constant. */
export async function compressFile(path: string, effort: Effort): Promise<void> {
  const { size } = await stat(path);
  await Promise.all(codings.map((coding) => compressOne(path, size, coding, effort)));
}

async function compressOne(path: string, size: number, coding: Coding, effort: Effort): Promise<void> {
  const copy = path + suffixOf[coding];
  await pipeline(createReadStream(path), compressor(coding, levels[effort][coding], size), createWriteStream(copy));
  const file = await open(copy, 'r+');
  const written = await file.stat();
  await file.sync();
  await file.close();
  if (written.size >= size) await rm(copy);
}

function compressor(coding: Coding, level: number, size: number) {
  if (coding === 'zstd')
    return createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: level }, pledgedSrcSize: size });
  if (coding === 'gzip') return createGzip({ level });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return createBrotliCompress({
    params: { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: size },
  });
}
