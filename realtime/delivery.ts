import * as jobs from '../domain/jobs/deliver.ts';
import { createBatcher } from './batcher.ts';
import type { Realtime } from './deps.ts';
import type { Hub } from './hub.ts';

/** Devices whose work is claimed by one statement. */
const CLAIM_MAX = 1000;
/** A job that an agent has not acknowledged after this long is sent again. */
const RESEND_AFTER_MS = 60_000;

/** Brings jobs from their rows to the devices that are connected here. */
export function createDelivery({ ctx, bus, log }: Realtime, hub: Hub) {
  const send = ({ agent_id, ...job }: jobs.Delivery) =>
    hub.send(agent_id, { t: 'job.run', id: `${job.job_id}:run`, ...job });

  const claims = createBatcher({
    name: 'delivery',
    max: CLAIM_MAX,
    log,
    run: async (deviceIds: string[]) => {
      for (const job of await jobs.claim(ctx, hub.connected([...new Set(deviceIds)]))) send(job);
      return deviceIds.map(() => undefined);
    },
  });
  const deliver = (deviceIds: string[]) => {
    for (const id of hub.connected(deviceIds))
      claims.add(id).catch((err: unknown) => log.error({ err }, 'delivery failed; the sweep repeats it'));
  };
  const cancel = (deviceId: string, jobIds: string[]) => {
    for (const job_id of jobIds) hub.send(deviceId, { t: 'job.cancel', id: `${job_id}:cancel`, job_id });
  };

  bus.subscribe('jobs.deliverable', ({ deviceIds }) => deliver(deviceIds));
  bus.subscribe('jobs.cancel', ({ deviceId, jobIds }) => cancel(deviceId, jobIds));

  const resend = async (deviceIds: string[], sentBefore: Date) => {
    for (const job of await jobs.unaccepted(ctx, deviceIds, sentBefore)) send(job);
    for (const { agent_id, job_id } of await jobs.cancellations(ctx, deviceIds)) cancel(agent_id, [job_id]);
  };

  const greetings = createBatcher({
    name: 'greetings',
    max: CLAIM_MAX,
    log,
    run: async (deviceIds: string[]) => {
      await resend(deviceIds, ctx.now());
      deliver(deviceIds);
      return deviceIds.map(() => undefined);
    },
  });

  return {
    /** After a hello: what was sent on an older connection, then what waits. */
    greet: (deviceId: string) => greetings.add(deviceId),
    /** Finds what a lost event left. */
    sweep: async () => {
      const connected = [...hub.all()];
      for (let i = 0; i < connected.length; i += CLAIM_MAX) {
        const slice = connected.slice(i, i + CLAIM_MAX);
        await resend(slice, new Date(ctx.now().getTime() - RESEND_AFTER_MS));
        deliver(slice);
      }
    },
    /** Waits until what is under way has been written. */
    idle: () => Promise.all([claims.idle(), greetings.idle()]),
  };
}
