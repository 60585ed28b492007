import { type Accessor, createEffect, createSignal, on, onCleanup } from 'solid-js';
import { api } from '../../api.ts';
import { formatBytes } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { liveState, watchJob } from '../../live.ts';
import { hasEnded, type Job } from './job.ts';

/** How often the output is asked for while nobody tells that it grew. */
const UNTOLD_MS = 3000;

export type JobOutput = { text: Accessor<string>; bytes: Accessor<number>; error: Accessor<unknown> };

/**
 * What a job has printed so far. It is read on from where the last answer ended, whenever the live socket says that there
 * is more, and every few seconds while that is down. Where the middle was cut, the finished job has what was kept.
 */
export function createJobOutput(job: Accessor<Job>): JobOutput {
  const id = job().id;
  const [text, setText] = createSignal('');
  const [offset, setOffset] = createSignal(0);
  const [error, setError] = createSignal<unknown>();
  const gone = new AbortController();
  let reading = false;
  let again = false;
  let done = false;

  async function read(): Promise<void> {
    if (reading || done) {
      again = true;
      return;
    }
    reading = true;
    try {
      do {
        again = false;
        const part = await api('GET /api/jobs/:id/output', {
          params: { id },
          query: { from: offset() },
          signal: gone.signal,
        });
        const lost = part.from - offset();
        if (lost > 0) setText((before) => `${before}${t('jobs.output_gap', { size: formatBytes(lost) })}\n`);
        if (part.text !== '') setText((before) => before + part.text);
        // More than one answer holds: the next one follows at once.
        again ||= part.next_offset > offset() && !part.done;
        setOffset(part.next_offset);
        done = part.done;
      } while (again && !done);
      setError(undefined);
    } catch (cause) {
      if (!gone.signal.aborted) setError(cause);
    }
    reading = false;
  }

  watchJob(id, () => void read());
  createEffect(
    on(
      () => job().status,
      () => void read(),
    ),
  );
  // Of what was printed before the socket was up nobody told.
  createEffect(on(liveState, (state) => state === 'up' && void read(), { defer: true }));
  const timer = setInterval(() => {
    if (liveState() !== 'up' && !done && !document.hidden) void read();
  }, UNTOLD_MS);
  onCleanup(() => {
    clearInterval(timer);
    gone.abort();
  });
  const cut = () => hasEnded(job().status) && job().output_truncated;
  return {
    text: () => (cut() ? job().stdout : text()),
    bytes: () => (cut() ? new TextEncoder().encode(job().stdout).length : offset()),
    error,
  };
}
