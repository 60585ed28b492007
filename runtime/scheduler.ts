import type { Log } from './log.ts';

export interface Scheduler {
  /** Runs `work` every so often, never twice at a time; a failure is logged and the next round comes as planned. */
  every: (ms: number, name: string, work: () => Promise<unknown> | unknown) => void;
  /** Starts nothing any more and waits for what runs. */
  stop: () => Promise<void>;
}

/** The server's recurring work: sweeps that find what a lost event left, and housekeeping. */
export function createScheduler(log: Log): Scheduler {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  const round = async (name: string, work: () => Promise<unknown> | unknown) => {
    try {
      await work();
    } catch (err) {
      log.error({ err, work: name }, 'recurring work failed; it comes again');
    } finally {
      running.delete(name);
    }
  };
  return {
    every: (ms, name, work) => {
      timers.push(
        setInterval(() => {
          if (!running.has(name)) running.set(name, round(name, work));
        }, ms),
      );
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
