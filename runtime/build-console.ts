/** Builds the console when its sources have changed since the last time; `npm start` and `npm run demo` run this first. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'console/dist');
const stamp = join(dist, '.sources');
/** What the console is made of: its own files, the shapes it shares, and the versions of what it uses. */
const sources = ['console', 'schema', 'vite.config.ts', 'package-lock.json'];

function files(path: string): string[] {
  if (path === dist || !existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => files(join(path, name)));
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((name) => files(join(root, name))).toSorted())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

const current = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  process.stderr.write('Building the console …\n');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(1);
  writeFileSync(stamp, current);
}
