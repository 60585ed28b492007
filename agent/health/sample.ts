/** The machine's state in five numbers. */
import type { HealthSample } from '../../schema/health.ts';
import type { CpuSamples } from '../checks/cpu-samples.ts';
import { percent, rounded } from '../checks/reading.ts';
import type { CheckPlatform, NetworkCounters, Surroundings } from '../platform/checks.ts';

type Traffic = { at: number; counters: NetworkCounters };
/** What a sample needs of the one before. */
export type Before = { traffic: Traffic | undefined };

/**
 * A figure that cannot be read is null, and leaves the others alone. Rates are of the time since the sample before:
 * null in the first.
 * @param clock milliseconds, never going back.
 */
export async function takeSample(
  platform: CheckPlatform,
  cpu: CpuSamples,
  at: Surroundings,
  before: Before,
  { windowMs, clock }: { windowMs: number; clock: number },
): Promise<{ sample: HealthSample; before: Before }> {
  const [busy, memory, volumes, counters] = await Promise.all([
    known((async () => cpu.over(windowMs)?.percent)()),
    known(platform.memory(at)),
    known(platform.volumes(undefined, at)),
    known(platform.network(at)),
  ]);
  const traffic = counters ? { at: clock, counters } : undefined;
  const rates = traffic && before.traffic ? ratesBetween(before.traffic, traffic) : undefined;
  const used = (volumes ?? []).map(({ used_bytes, available_bytes }) =>
    percent(used_bytes, used_bytes + available_bytes),
  );
  const sample: HealthSample = {
    cpu_percent: busy === undefined ? null : rounded(busy),
    memory_percent:
      memory && memory.total_bytes > 0
        ? rounded(percent(memory.total_bytes - memory.available_bytes, memory.total_bytes))
        : null,
    disk_percent: used.length > 0 ? rounded(Math.max(...used)) : null,
    received_bytes_per_sec: rates?.received ?? null,
    sent_bytes_per_sec: rates?.sent ?? null,
  };
  return { sample, before: { traffic } };
}

/**
 * Bytes a second over the interfaces that are in both. One whose counters went back began anew (unplugged, or its driver
 * loaded again): it counts nothing this time.
 */
export function ratesBetween(first: Traffic, second: Traffic): { received: number; sent: number } | undefined {
  const seconds = (second.at - first.at) / 1000;
  if (seconds <= 0) return undefined;
  const sum = { received: 0, sent: 0 };
  for (const [name, now] of second.counters) {
    const then = first.counters.get(name);
    if (!then || now.received < then.received || now.sent < then.sent) continue;
    sum.received += now.received - then.received;
    sum.sent += now.sent - then.sent;
  }
  return { received: Math.round(sum.received / seconds), sent: Math.round(sum.sent / seconds) };
}

async function known<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    return undefined; // a gap in its line says so
  }
}
