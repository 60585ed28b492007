/** The index of one spool folder, whose files are named `<seq>-<job id>.<suffix>`: what is there, in order, and how big. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, PARTIAL } from '../files.ts';

export type Held = { seq: number; suffix: string; bytes: number };
export type Shelf = ReturnType<typeof openShelf>;

/** Files are written and removed by the caller; the index follows by `set` and `delete`. */
export function openShelf(folder: string, suffixes: readonly string[]) {
  const held = new Map<string, Held>();
  let bytes = 0;
  let lastSeq = 0;
  const pathOf = (id: string, item: Held) => join(folder, `${String(item.seq).padStart(12, '0')}-${id}.${item.suffix}`);

  function get(id: string): Held {
    const item = held.get(id);
    if (!item) throw new Error(`nothing of job ${id} in ${folder}`);
    return item;
  }

  function set(id: string, item: Held) {
    bytes += item.bytes - (held.get(id)?.bytes ?? 0);
    lastSeq = Math.max(lastSeq, item.seq);
    held.set(id, item);
  }

  makeFolder(folder);
  for (const file of readdirSync(folder).sort()) {
    const path = join(folder, file);
    if (file.endsWith(PARTIAL)) rmSync(path, { force: true });
    const [, seq, id, suffix] = /^(\d{12})-([0-9a-f-]{36})\.([a-z]+)$/.exec(file) ?? [];
    if (id && suffix && suffixes.includes(suffix)) set(id, { seq: Number(seq), suffix, bytes: statSync(path).size });
  }

  return {
    has: (id: string) => held.has(id),
    get,
    set,
    delete(id: string) {
      bytes -= held.get(id)?.bytes ?? 0;
      held.delete(id);
    },
    /** By sequence: insertion keeps it, and `set` on a known id does not move it. */
    items: () => [...held],
    size: () => held.size,
    bytes: () => bytes,
    lastSeq: () => lastSeq,
    path: (id: string) => pathOf(id, get(id)),
    pathOf,
  };
}
