import type { Ctx } from '../context.ts';

/** A check that runs on a device. */
export interface Running {
  checkId: string;
  intervalSec: number;
  /** Since it was last sent there; null when it never was. */
  ageMs: number | null;
}

/** What the agents of these devices are asked, by device: all but `offline`, which the server tells itself. */
export async function readSchedule({ sql, now }: Ctx, deviceIds: string[]): Promise<Map<string, Running[]>> {
  const rows = await sql<{ device_id: string; check_id: string; interval_sec: number; age_ms: number | null }[]>`
    select i.device_id, i.check_id, c.interval_sec, (extract(epoch from ${now()}::timestamptz - i.sent_at) * 1000)::float8 as age_ms
    from check_instances i join checks c on c.id = i.check_id
    where i.device_id = any(${deviceIds}::uuid[]) and c.enabled and c.type <> 'offline'`;
  const schedule = new Map(deviceIds.map((id): [string, Running[]] => [id, []]));
  for (const { device_id, check_id: checkId, interval_sec: intervalSec, age_ms: ageMs } of rows)
    schedule.get(device_id)?.push({ checkId, intervalSec, ageMs });
  return schedule;
}

/** Devices on which one of these checks runs. */
export async function devicesOf({ sql }: Ctx, checkIds: string[]): Promise<string[]> {
  const rows = await sql<{ device_id: string }[]>`
    select distinct device_id from check_instances where check_id = any(${checkIds}::uuid[])`;
  return rows.map(({ device_id }) => device_id);
}
