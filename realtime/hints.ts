import type { DomainEvent } from '../domain/events.ts';
import type { LiveNoun, LiveServerFrame } from '../schema/live.ts';

/** At most four frames a second for a noun (CONTRACT.md, HTTP conventions). */
export const COALESCE_MS = 250;
/** More ids than this are not named: the page reads its list again. */
const IDS_MAX = 100;

type Changed = Extract<DomainEvent, { type: 'changed' }>;

/** Gathers what changed into one frame a noun. The first change of a quiet noun goes out at once, the rest together. */
export function createHints(send: (frame: LiveServerFrame) => void) {
  const pending = new Map<LiveNoun, Set<string> | 'many'>();
  const cooling = new Map<LiveNoun, NodeJS.Timeout>();
  let rev = 0;

  const flush = (noun: LiveNoun): void => {
    const ids = pending.get(noun);
    if (!ids) return void cooling.delete(noun);
    pending.delete(noun);
    send({ t: 'hint', noun, rev: ++rev, ...(ids !== 'many' && { ids: [...ids] }) });
    const timer = setTimeout(flush, COALESCE_MS, noun);
    timer.unref();
    cooling.set(noun, timer);
  };

  return {
    changed: ({ noun, ids }: Changed): void => {
      const known = pending.get(noun) ?? new Set();
      const merged = ids && known !== 'many' ? known.union(new Set(ids)) : 'many';
      pending.set(noun, merged !== 'many' && merged.size > IDS_MAX ? 'many' : merged);
      if (!cooling.has(noun)) flush(noun);
    },
    stop: (): void => {
      for (const timer of cooling.values()) clearTimeout(timer);
      cooling.clear();
    },
  };
}

/** Gathers how far the outputs of jobs have grown; the end of one goes out at once. */
export function createOutputHints(send: (jobId: string, frame: LiveServerFrame) => void) {
  const latest = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const emit = (jobId: string, sizeBytes: number, done: boolean) =>
    send(jobId, { t: 'output', job_id: jobId, size_bytes: sizeBytes, done });
  const flush = () => {
    timer = undefined;
    for (const [jobId, sizeBytes] of latest) emit(jobId, sizeBytes, false);
    latest.clear();
  };
  return {
    grew: ({ jobId, sizeBytes, done }: Extract<DomainEvent, { type: 'jobs.output' }>): void => {
      if (done) {
        latest.delete(jobId);
        emit(jobId, sizeBytes, true);
      } else {
        latest.set(jobId, Math.max(sizeBytes, latest.get(jobId) ?? 0));
        timer ??= setTimeout(flush, COALESCE_MS).unref();
      }
    },
    stop: (): void => clearTimeout(timer),
  };
}
