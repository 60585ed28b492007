/** Keeps the server's copy of the inventory current: sections whose hash it does not have, on a timer and on demand. */
import { addToOutbox, type Outbox, withdraw } from '../link/outbox.ts';
import type { Log } from '../log.ts';
import { sentence } from '../text.ts';
import type { Section } from './child.ts';

type Sources = {
  read: () => Promise<{ sections: Section[]; problems: string[] }>;
  outbox: Outbox;
  now: () => Date;
  log: Log;
};

export type InventoryReport = Sources & {
  /** Hash of each section that the server has, as far as we know. */
  known: Map<string, string>;
  /** Frame of each section on its way: a newer one takes its place. */
  onItsWay: Map<string, string>;
  /** Zero until the first welcome, and after the end. */
  intervalMs: number;
  collectedAt: number;
  timer: NodeJS.Timeout | undefined;
  current: Promise<void> | undefined;
};

export function createInventoryReport(sources: Sources): InventoryReport {
  return {
    ...sources,
    known: new Map(),
    onItsWay: new Map(),
    intervalMs: 0,
    collectedAt: Number.NEGATIVE_INFINITY,
    timer: undefined,
    current: undefined,
  };
}

/** After a welcome: `hashes` is what the server has, section by section. */
export function inventoryConnected(
  report: InventoryReport,
  hashes: Record<string, string>,
  inventorySec: number,
): void {
  const isMissing = [...report.known].some(([name, hash]) => hashes[name] !== hash);
  report.known = new Map(Object.entries(hashes));
  report.intervalMs = inventorySec * 1000;
  const due = report.collectedAt + report.intervalMs - performance.now();
  schedule(report, isMissing ? 0 : Math.max(0, due));
}

/** Sends every section, whatever its hash. */
export const sendWholeInventory = (report: InventoryReport) => refresh(report, true);

export function stopInventory(report: InventoryReport): void {
  report.intervalMs = 0;
  clearTimeout(report.timer);
}

function schedule(report: InventoryReport, ms: number): void {
  clearTimeout(report.timer);
  if (report.intervalMs > 0) report.timer = setTimeout(() => void refresh(report, false), ms).unref();
}

/** One at a time; a request for everything is not lost behind a running collection. */
async function refresh(report: InventoryReport, everything: boolean): Promise<void> {
  if (report.current && !everything) return;
  await report.current;
  report.current = collect(report, everything).finally(() => {
    report.current = undefined;
    schedule(report, report.intervalMs);
  });
  await report.current;
}

async function collect(report: InventoryReport, everything: boolean): Promise<void> {
  const { log, known } = report;
  const at = report.now().toISOString();
  try {
    const { sections, problems } = await report.read();
    for (const problem of problems) log('warn', 'a section of the inventory is missing', { problem });
    for (const section of sections) {
      if (everything || known.get(section.name) !== section.hash) queue(report, section, at);
    }
    report.collectedAt = performance.now();
  } catch (error) {
    log('error', 'the inventory could not be collected', { error: sentence(error) });
  }
}

function queue({ outbox, onItsWay, known }: InventoryReport, section: Section, at: string): void {
  const { name, hash, json } = section;
  const id = `inventory:${name}:${hash}`;
  const earlier = onItsWay.get(name);
  if (earlier === id) return;
  if (earlier) withdraw(outbox, earlier);
  onItsWay.set(name, id);
  addToOutbox(outbox, {
    id,
    load: () =>
      `{"t":"inventory","id":"${id}","collected_at":"${at}","hash":"${hash}","section":{"name":"${name}","data":${json}}}`,
    done() {
      known.set(name, hash);
      onItsWay.delete(name);
    },
  });
}
