import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What an agent is made of: its sources, the frames it shares with the server, and the versions of what it uses. */
const SOURCES = ['agent', 'schema'];
const LOCK = 'package-lock.json';

/** Changes whenever a build of the agent would. Takes 10 ms. */
export async function fingerprintSources(): Promise<string> {
  const files = (await Promise.all(SOURCES.map((folder) => list(join(root, folder))))).flat().toSorted();
  const hash = createHash('sha256');
  for (const file of [...files, join(root, LOCK)])
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}
