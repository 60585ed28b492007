/**
 * Ids of jobs whose result the server has: a job.run with one of them is acknowledged and never run again. A line
 * `<job id> <ms since 1970>` each, appended; bounded by age and number when it is opened and when it has doubled.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { readIfThere, writeAll, writeDurable } from '../files.ts';

export const LEDGER_MAX_IDS = 10_000;
/** Jobs expire after seven days without delivery, so that an id this old never comes again (CONTRACT.md, Jobs). */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

export type Ledger = ReturnType<typeof openLedger>;

export function openLedger(path: string, now: () => Date, max = LEDGER_MAX_IDS) {
  const ids = new Map<string, number>();
  for (const line of (readIfThere(path) ?? '').split('\n')) {
    const [, id, at] = /^([0-9a-f-]{36}) (\d+)$/.exec(line) ?? []; // anything else is the torn end of a crash
    if (id) ids.set(id, Number(at));
  }
  let lines = 0;

  function compact() {
    const oldest = now().getTime() - MAX_AGE_MS;
    const excess = ids.size - max;
    for (const [index, [id, at]] of [...ids].entries()) if (index < excess || at < oldest) ids.delete(id);
    writeDurable(path, [...ids].map(([id, at]) => `${id} ${at}\n`).join(''));
    lines = ids.size;
  }
  compact();

  return {
    has: (id: string) => ids.has(id),
    /** Durable when it returns. @throws on a disk error; the id is known until the process ends all the same. */
    add(id: string): void {
      const at = now().getTime();
      ids.set(id, at);
      const file = openSync(path, 'a', 0o600);
      try {
        writeAll(file, Buffer.from(`${id} ${at}\n`));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      lines += 1;
      if (lines > 2 * max) compact();
    },
  };
}
