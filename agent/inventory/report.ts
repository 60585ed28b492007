/** Keeps the server's copy of the inventory current: sections whose hash it does not have, on a timer and on demand. */
import type { Outbox } from '../link/outbox.ts';
import type { Log } from '../log.ts';
import { sentence } from '../text.ts';
import type { Section } from './child.ts';

export type InventoryContext = {
  read: () => Promise<{ sections: Section[]; problems: string[] }>;
  outbox: Outbox;
  now: () => Date;
  log: Log;
};
export type InventoryReport = ReturnType<typeof createInventoryReport>;

export function createInventoryReport({ read, outbox, now, log }: InventoryContext) {
  /** Hash of each section that the server has, as far as we know. */
  let known = new Map<string, string>();
  let intervalMs = 0;
  let collectedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  /** Frame of each section on its way: a newer one takes its place. */
  const onItsWay = new Map<string, string>();

  function queue(section: Section, at: string) {
    const id = `inventory:${section.name}:${section.hash}`;
    const earlier = onItsWay.get(section.name);
    if (earlier === id) return;
    if (earlier) outbox.withdraw(earlier);
    onItsWay.set(section.name, id);
    outbox.add({
      id,
      load: () =>
        `{"t":"inventory","id":"${id}","collected_at":"${at}","hash":"${section.hash}",` +
        `"section":{"name":"${section.name}","data":${section.json}}}`,
      done() {
        known.set(section.name, section.hash);
        onItsWay.delete(section.name);
      },
    });
  }

  async function collect(everything: boolean) {
    const at = now().toISOString();
    try {
      const { sections, problems } = await read();
      for (const problem of problems) log('warn', 'a section of the inventory is missing', { problem });
      for (const section of sections) if (everything || known.get(section.name) !== section.hash) queue(section, at);
      collectedAt = performance.now();
    } catch (error) {
      log('error', 'the inventory could not be collected', { error: sentence(error) });
    }
  }

  /** One at a time; a request for everything is not lost behind a running collection. */
  async function refresh(everything: boolean) {
    if (current && !everything) return;
    await current;
    current = collect(everything).finally(() => {
      current = undefined;
      schedule(intervalMs);
    });
    await current;
  }

  function schedule(ms: number) {
    clearTimeout(timer);
    if (intervalMs > 0) timer = setTimeout(() => void refresh(false), ms).unref();
  }

  return {
    /** After a welcome: `hashes` is what the server has, section by section. */
    connected(hashes: Record<string, string>, inventorySec: number) {
      const isMissing = [...known].some(([name, hash]) => hashes[name] !== hash);
      known = new Map(Object.entries(hashes));
      intervalMs = inventorySec * 1000;
      const due = collectedAt + intervalMs - performance.now();
      schedule(isMissing ? 0 : Math.max(0, due));
    },
    /** Sends every section, whatever its hash. */
    sendAll: () => refresh(true),
    stop: () => {
      intervalMs = 0;
      clearTimeout(timer);
    },
  };
}
