import { z } from 'zod';
import type { Surroundings } from '../checks.ts';
import { succeeded } from '../command.ts';

/** @throws always: macOS restarts as part of an update, and has no state in which one is pending. */
export async function rebootReasons(): Promise<string[]> {
  throw new Error('macOS does not tell whether a restart is pending.');
}

/** softwareupdate --history writes dates in the user's language; the profiler has the same history as JSON. */
export async function lastPatch({ run }: Surroundings): Promise<Date | null> {
  const args = ['-json', 'SPInstallHistoryDataType'];
  return parseInstallHistory(succeeded('system_profiler', await run('/usr/sbin/system_profiler', args)));
}

const History = z.object({
  SPInstallHistoryDataType: z.array(
    z.object({ _name: z.string(), install_date: z.string().optional(), package_source: z.string().optional() }),
  ),
});
/** Data that the system fetches by itself every few days, and that mend nothing. */
const data = /xprotect|gatekeeper|mrt|config ?data|compatibility|word list/i;

export function parseInstallHistory(json: string): Date | null {
  const parsed = History.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error('system_profiler answered something else than was asked.');
  const times = parsed.data.SPInstallHistoryDataType.flatMap(({ _name, install_date, package_source }) => {
    const ms = Date.parse(install_date ?? '');
    return package_source === 'package_source_apple' && !data.test(_name) && !Number.isNaN(ms) ? [ms] : [];
  });
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
