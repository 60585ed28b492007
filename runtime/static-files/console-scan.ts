import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Coding, FileAnswer } from '../../domain/file-answer.ts';
import { suffixOf } from './compress.ts';
import { contentTypeOf } from './content-type.ts';

/** Smallest first: a browser takes brotli and gzip, over TLS zstd as well. */
const preference = ['br', 'zstd', 'gzip'] as const satisfies readonly Coding[];
const suffixes = new Set(Object.values(suffixOf));

/** What Vite puts its hash into the name of; its content never changes. */
const HASHED = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';

/** Every file of a build by its path in the URL, e.g. `/assets/app-Dk3x.js`; `htmlHeaders` go with HTML. */
export async function scanConsole(
  folder: string,
  htmlHeaders: Record<string, string>,
): Promise<Map<string, FileAnswer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const all = new Set(names);
  const served = names.filter((name) => !suffixes.has(extname(name)));
  const described = served.map(async (name): Promise<[string, FileAnswer]> => {
    const path = join(folder, name);
    const url = `/${name.split(sep).join('/')}`;
    const contentType = contentTypeOf(name);
    const file: FileAnswer = {
      contentType,
      etag: createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
      cacheControl: url.startsWith(HASHED) ? FOREVER : 'no-cache',
      body: { path },
      encodings: preference
        .filter((coding) => all.has(name + suffixOf[coding]))
        .map((coding) => ({ coding, body: { path: path + suffixOf[coding] } })),
      ...(contentType.startsWith('text/html') && { headers: htmlHeaders }),
    };
    return [url, file];
  });
  return new Map(await Promise.all(described));
}
