import type { HealthSample } from '../../schema/health.ts';
import { plainArray } from '../check-runs/arrays.ts';
import type { Ctx } from '../context.ts';

export interface Sampled {
  deviceId: string;
  sample: HealthSample;
}

/** Writes samples; the last one of a device in a batch stands for it, so that no agent fills the table by sending faster. */
export async function writeHealth({ sql, now }: Ctx, samples: readonly Sampled[]): Promise<void> {
  const latest = [...new Map(samples.map((one) => [one.deviceId, one])).values()];
  const column = (name: keyof HealthSample) => plainArray(latest.map(({ sample }) => sample[name]));
  await sql`
    insert into device_health (at, device_id, cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec)
    select ${now()}, r.* from unnest(${plainArray(latest.map(({ deviceId }) => deviceId))}::uuid[], ${column('cpu_percent')}::real[],
      ${column('memory_percent')}::real[], ${column('disk_percent')}::real[], ${column('received_bytes_per_sec')}::real[],
      ${column('sent_bytes_per_sec')}::real[]) r`;
}
