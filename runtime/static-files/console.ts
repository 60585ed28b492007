import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileAnswer } from '../../domain/file-answer.ts';
import { Problem } from '../../domain/problem.ts';
import { isErrno } from '../data-directory.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { consoleHeaders } from './console-headers.ts';
import { scanConsole } from './console-scan.ts';

/** Answers every path that no endpoint claims. */
export interface Console {
  claims: (path: string) => boolean;
  /** @throws Problem 404 for what is neither a file nor asked for as a page. */
  find: (path: string, accept: string) => Promise<FileAnswer>;
}

const INDEX = '/index.html';

/**
 * The built console in `folder`: its files, and index.html for every page in it. A path belongs to the console when no
 * endpoint's path begins with the same segment, so that /api and /dl never answer with HTML. A new build is noticed at the
 * next page that is opened, or at the next file that the old one did not have.
 */
export function createConsole(folder: string, consoleUrl: string, endpoints: readonly AnyEndpoint[]): Console {
  const claimed = new Set(['ws', ...endpoints.map(({ path }) => firstSegment(path))]);
  const headers = consoleHeaders(consoleUrl);
  const none = new Map<string, FileAnswer>();
  let known = { build: '', files: Promise.resolve(none) };

  const current = async (): Promise<Map<string, FileAnswer>> => {
    const build = await buildOf(folder);
    if (known.build !== build) {
      const scan = build ? scanConsole(folder, headers) : Promise.resolve(none);
      known = { build, files: scan };
      scan.catch(() => {
        known = { build: '', files: Promise.resolve(none) }; // whoever waits for it reports it; the next one tries again
      });
    }
    return known.files;
  };
  return {
    claims: (path) => !claimed.has(firstSegment(path)),
    find: async (path, accept) => {
      if (isPage(path, accept)) return (await current()).get(INDEX) ?? notBuilt;
      const file = (await known.files).get(path) ?? (await current()).get(path);
      if (file) return file;
      throw new Problem(404, 'route_not_found', `There is nothing at ${path.slice(0, 200)}.`);
    },
  };
}

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/**
 * Where a browser navigates to: plain segments. No file has such a name, so a hashed name of an old build gives 404 instead
 * of HTML as a script, and what only traversal writes (`..`, `%2f`, a backslash) finds nothing (ATTACKS.md 32).
 */
const isPage = (path: string, accept: string): boolean =>
  path === '/' ||
  path === INDEX ||
  (accept.includes('text/html') && /^(?:\/(?:[\w~-]|%(?!2e|2f|5c|00)[\da-f]{2})+)+\/?$/i.test(path));

/** What tells one build from the next; empty where there is none. */
async function buildOf(folder: string): Promise<string> {
  try {
    const { ino, mtimeMs, size } = await stat(join(folder, INDEX));
    return `${ino}:${mtimeMs}:${size}`;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
}

const notBuiltText = Buffer.from('The console is not built yet. Run `npm run build`, then reload this page.\n');
const notBuilt: FileAnswer = {
  status: 503,
  contentType: 'text/plain; charset=utf-8',
  etag: createHash('sha256').update(notBuiltText).digest('hex'),
  cacheControl: 'no-store',
  body: { bytes: notBuiltText },
  encodings: [],
};
