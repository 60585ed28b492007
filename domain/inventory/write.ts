import type postgres from 'postgres';
import type { z } from 'zod';
import type { InventorySection } from '../../schema/agent.ts';
import { type Ctx, transaction } from '../context.ts';
import { indexSoftware } from './software.ts';

export type Received = { deviceId: string; frame: z.infer<typeof InventorySection> };

/**
 * Stores sections as they arrived, the later one winning; what a wrong clock dates to come counts as collected now, or
 * nothing would replace it once the clock is right. Many devices in one statement; a device that is gone is passed over.
 */
export async function store(ctx: Ctx, received: Received[]): Promise<void> {
  const latest = new Map(received.map((item) => [`${item.deviceId} ${item.frame.section.name}`, item]));
  const rows = [...latest.values()].map(({ deviceId, frame }) => ({
    device_id: deviceId,
    section: frame.section.name,
    hash: frame.hash,
    data: frame.section.data,
    collected_at: frame.collected_at,
  }));
  await transaction(ctx, async (inside) => {
    await indexSoftware(inside, await upsert(inside, rows));
    inside.emit({ type: 'changed', noun: 'devices', ids: [...new Set(rows.map((row) => row.device_id))] });
  });
}

/** A type and not an interface, which is no JSON to postgres.js. */
type Row = {
  device_id: string;
  section: string;
  hash: string;
  data: postgres.JSONValue;
  collected_at: string;
};

/** @returns the devices whose software has changed */
async function upsert({ sql, now }: Ctx, rows: Row[]): Promise<string[]> {
  const stored = await sql<{ device_id: string; section: string }[]>`
    insert into device_inventory as i (device_id, section, hash, data, collected_at)
    select r.device_id, r.section, r.hash, r.data, least(r.collected_at, ${now()}::timestamptz)
    from jsonb_to_recordset(${sql.json(rows)}) as r (device_id uuid, section text, hash text, data jsonb, collected_at timestamptz)
    join devices d on d.id = r.device_id
    order by r.device_id, r.section
    on conflict (device_id, section) do update
    set hash = excluded.hash, data = excluded.data, collected_at = excluded.collected_at, received_at = now()
    where i.collected_at <= excluded.collected_at
    returning i.device_id, i.section`;
  return stored.filter(({ section }) => section === 'software').map(({ device_id }) => device_id);
}
