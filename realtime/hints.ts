import type { DomainEvent } from '../domain/events.ts';
import type { LiveNoun, LiveServerFrame } from '../schema/live.ts';

/** At most four frames a second for a noun (CONTRACT.md, HTTP conventions). */
export const COALESCE_MS = 250;
/** More ids than this are not named: the page reads its list again. */
const IDS_MAX = 100;

type Changed = Extract<DomainEvent, { type: 'changed' }>;

/**
 * Gathers what changed into one frame a noun, and for what is somebody's own one for each. The first change of a quiet noun goes
 * out at once, the rest together. @param send to everybody, or to the owner alone
 */
export function createHints(send: (frame: LiveServerFrame, owner: string | undefined) => void, now: () => Date) {
  const pending = new Map<string, Set<string> | 'many'>();
  const cooling = new Map<string, NodeJS.Timeout>();
  /** When each changed last. */
  const latest = new Map<string, Pick<Changed, 'noun' | 'owner'> & { at: number }>();
  let rev = 0;

  const flush = (key: string, noun: LiveNoun, owner: string | undefined): void => {
    const ids = pending.get(key);
    if (!ids) return void cooling.delete(key);
    pending.delete(key);
    send({ t: 'hint', noun, rev: ++rev, ...(ids !== 'many' && { ids: [...ids] }) }, owner);
    const timer = setTimeout(flush, COALESCE_MS, key, noun, owner);
    timer.unref();
    cooling.set(key, timer);
  };

  return {
    changed: ({ noun, ids, owner }: Changed): void => {
      const key = `${noun} ${owner ?? ''}`;
      const known = pending.get(key) ?? new Set();
      const merged = ids && known !== 'many' ? known.union(new Set(ids)) : 'many';
      latest.set(key, { noun, owner, at: now().getTime() });
      pending.set(key, merged !== 'many' && merged.size > IDS_MAX ? 'many' : merged);
      if (!cooling.has(key)) flush(key, noun, owner);
    },
    /** What changed since a time, for a socket that opens: its page may have been read before that. */
    since: (time: number, owner: string | null): LiveServerFrame[] =>
      [...latest.values()]
        .filter((change) => change.at >= time && (change.owner === undefined || change.owner === owner))
        .map(({ noun }) => ({ t: 'hint', noun, rev: ++rev })),
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
