import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../domain/sql.ts';
import type { Call } from './api.ts';
import type { Machine } from './machines.ts';
import { type Placement, THIS_MACHINE } from './organisation.ts';
import { inventPast } from './past.ts';
import { makePolicies } from './policies.ts';
import { makeSchedules, makeWindow, watchThisMachine } from './schedules.ts';
import { endingCertificate, leaking, type Story, stoppedService } from './signals.ts';

const ALERTS_WITHIN_MS = 12_000;

export interface Stage {
  /** As the account of the demo, which may approve. */
  call: Call;
  asToken: (token: string) => Call;
  sql: Pool;
  placements: Placement[];
  fleet: Machine[];
  story: Story;
}

/** Since when the demo has its policies; undefined before the first start. */
export async function watchedSince(call: Call): Promise<number | undefined> {
  const { policies } = await call('GET /api/policies', { query: { limit: '1' } });
  return policies[0] && Date.parse(policies[0].created_at);
}

/** Once for each demo's data: policies, checks, tasks, a window and a past; then decisions on the alerts that come of it. */
export async function watchFleet({ call, asToken, sql, placements, fleet, story }: Stage): Promise<void> {
  if ((await watchedSince(call)) !== undefined) return;
  const { devices } = await call('GET /api/devices', { query: { limit: '100' } });
  story.outOfMemory.add(leaking);
  const made = await makePolicies(call, placements);
  const placed = devices.flatMap(({ id, hostname, status }) => {
    const machine = fleet.find(({ facts }) => facts.hostname === hostname);
    return machine && status === 'online' ? [{ id, machine }] : [];
  });
  await inventPast(sql, placed, made.checks, story);
  await makeSchedules(call, asToken, made);
  await makeWindow(call, placements);
  const real = devices.find(({ group_name }) => group_name === THIS_MACHINE);
  if (real) await watchThisMachine(call, asToken, real.id);
  await decideAlerts(call, story);
}

/** One alert is acknowledged, one silenced, one resolved; the others stay as they came. */
async function decideAlerts(call: Call, story: Story): Promise<void> {
  const find = createFinder(call);
  const stopped = await find(stoppedService);
  if (stopped)
    await call('POST /api/alerts/:id/ack', {
      params: { id: stopped },
      body: { note: 'The school is told; I look at it.' },
    });
  const ending = await find(endingCertificate);
  const silence_until = new Date(Date.now() + 2 * 86_400_000).toISOString();
  if (ending)
    await call('POST /api/alerts/:id/suppress', {
      params: { id: ending },
      body: { silence_until, note: 'The new certificate is ordered.' },
    });
  const leak = await find(leaking);
  story.outOfMemory.delete(leaking);
  if (leak)
    await call('POST /api/alerts/:id/resolve', {
      params: { id: leak },
      body: { note: 'The drawing program had hung; ended by hand.' },
    });
}

/** An alert of a machine; undefined when none came in time, as on a machine that is busy. */
function createFinder(call: Call) {
  const until = Date.now() + ALERTS_WITHIN_MS;
  return async (hostname: string): Promise<string | undefined> => {
    for (;;) {
      const { alerts } = await call('GET /api/alerts', { query: { q: hostname, limit: '10' } });
      const found = alerts.find((one) => one.agent_hostname === hostname);
      if (found || Date.now() > until) return found?.id;
      await sleep(200);
    }
  };
}
