/** Sends a sample of the machine's health now and then, while connected; what cannot go out now is a gap. */
import type { CpuSamples } from '../checks/cpu-samples.ts';
import type { Connection } from '../link/session.ts';
import type { Log } from '../log.ts';
import type { CheckPlatform } from '../platform/checks.ts';
import { createRun } from '../platform/command.ts';
import { sentence } from '../text.ts';
import { type Before, takeSample } from './sample.ts';

/** The first one comes sooner, so that a new device does not look dead. */
const FIRST_SHARE = 6;

export type HealthParts = {
  platform: CheckPlatform;
  cpu: CpuSamples;
  env: NodeJS.ProcessEnv;
  now: () => Date;
  log: Log;
};
export type HealthReport = ReturnType<typeof openHealthReport>;

export function openHealthReport({ platform, cpu, env, now, log }: HealthParts) {
  let timer: NodeJS.Timeout | undefined;
  let before: Before = { traffic: undefined };
  let isSampling = false;

  async function report(connection: Connection, everyMs: number) {
    // A sample that hangs (a dead disk) must not be joined by another.
    if (isSampling) return;
    isSampling = true;
    const signal = AbortSignal.timeout(everyMs);
    const at = { env, now, signal, run: createRun(env, signal) };
    try {
      const taken = await takeSample(platform, cpu, at, before, { windowMs: everyMs, clock: performance.now() });
      before = taken.before;
      connection.sendIfIdle(JSON.stringify({ t: 'health', ...taken.sample }));
    } catch (error) {
      log('warn', 'no sample of the health could be taken', { error: sentence(error) });
    } finally {
      isSampling = false;
    }
  }

  return {
    /** `everySec` is missing where the server wants none. */
    connected(connection: Connection, everySec: number | undefined) {
      clearTimeout(timer);
      before = { traffic: undefined }; // rates over the time away would flatten what happens now
      if (everySec === undefined) return;
      const everyMs = everySec * 1000;
      const next = (ms: number) => {
        timer = setTimeout(() => {
          void report(connection, everyMs);
          next(everyMs);
        }, ms).unref();
      };
      next(everyMs / FIRST_SHARE);
    },
    disconnected: () => clearTimeout(timer),
  };
}
