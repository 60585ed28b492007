/** `node runtime/static-files/precompress.ts <folder>`: compresses what a build left there, once, for all requests to come. */
import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFile } from './compress.ts';

/** What shrinks; images and fonts are compressed already. */
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);
/** Below it an answer fits into one packet as it is. */
const WORTH_BYTES = 1024;

/** @returns how many files were compressed. Files of an earlier run are written anew. */
export async function precompressFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  let compressed = 0;
  for (const file of files) {
    if (!COMPRESSIBLE.has(extname(file)) || (await stat(file)).size < WORTH_BYTES) continue;
    await compressFile(file, 'best');
    compressed += 1;
  }
  return compressed;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder) process.stdout.write(`${await precompressFolder(folder)} files compressed\n`);
  else {
    process.stderr.write('Usage: node runtime/static-files/precompress.ts <folder>\n');
    process.exitCode = 2;
  }
}
