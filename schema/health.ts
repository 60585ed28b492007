/** Health samples of a device: one a minute, independent of checks. CONTRACT.md, Devices. */
import { z } from 'zod';
import { Timestamp, TimestampInput } from './common.ts';

const Percent = z.number().min(0).max(100).nullable();
const Rate = z.number().min(0).max(1e12).nullable();
export const HealthSample = z.object({
  cpu_percent: Percent,
  memory_percent: Percent,
  /** Of the fullest volume. */
  disk_percent: Percent,
  received_bytes_per_sec: Rate,
  sent_bytes_per_sec: Rate,
});
export type HealthSample = z.infer<typeof HealthSample>;

export const HealthQuery = z.strictObject({ since: TimestampInput.optional(), until: TimestampInput.optional() });
/** Averages over `step_sec` from each `at` on, oldest first. */
export const HealthSeries = z
  .object({ step_sec: z.number().int(), samples: z.array(HealthSample.extend({ at: Timestamp })) })
  .meta({ id: 'HealthSeries' });
export type HealthSeries = z.infer<typeof HealthSeries>;
