import { type Ctx, transaction } from '../context.ts';
import { isCarried, notify } from './notify.ts';

/** So long a device must have been away before anybody is told: an update, a cable, a reboot. */
const AWAY_MS = 5 * 60_000;
/** So long agents have to come back to a server that has just started (CONTRACT.md, Monitoring: offline). */
const AFTER_START_MS = 5 * 60_000;
/** Rows of one round; the next one takes the rest. */
const BATCH = 5000;

/**
 * Has people told of devices that have been away for five minutes, and of those that are back of which they were told. State
 * is in device_outages, also while nobody is told: switching word on must not bring all that has been away for a year.
 * @param upMs how long this server has run; in its first ten minutes nothing is told gone, since agents are still coming back
 */
export const tellPresence = (ctx: Ctx, upMs: number): Promise<{ offline: number; online: number }> =>
  transaction(ctx, async (inside) => {
    const online = await tellBack(inside);
    const offline = upMs < AFTER_START_MS + AWAY_MS ? 0 : await tellGone(inside);
    return { offline, online };
  });

async function tellGone(ctx: Ctx): Promise<number> {
  const { sql, now } = ctx;
  const told = await isCarried(ctx, 'device.offline');
  const gone = await sql<{ device_id: string; last_seen_at: string }[]>`
    insert into device_outages (device_id, told, noted_at)
    select d.id, ${told}, ${now()} from devices d
    where d.status = 'offline' and d.identity = 'trusted' and d.last_seen_at <= ${new Date(now().getTime() - AWAY_MS)}
      and not exists (select 1 from device_outages o where o.device_id = d.id)
    order by d.id limit ${BATCH}
    on conflict do nothing
    returning device_id, (select rfc3339(d.last_seen_at) from devices d where d.id = device_id) as last_seen_at`;
  if (told)
    await notify(
      ctx,
      gone.map(({ device_id, last_seen_at }) => ({
        event: 'device.offline',
        agentId: device_id,
        subject: { kind: 'device', id: device_id },
        details: { last_seen_at },
      })),
    );
  return gone.length;
}

async function tellBack(ctx: Ctx): Promise<number> {
  const back = await ctx.sql<{ device_id: string; told: boolean; noted_at: string }[]>`
    delete from device_outages o using devices d
    where d.id = o.device_id and d.status = 'online'
    returning o.device_id, o.told, rfc3339(o.noted_at) as noted_at`;
  await notify(
    ctx,
    back
      .filter(({ told }) => told)
      .map(({ device_id, noted_at }) => ({
        event: 'device.online',
        agentId: device_id,
        subject: { kind: 'device', id: device_id },
        details: { offline_noted_at: noted_at },
      })),
  );
  return back.length;
}
