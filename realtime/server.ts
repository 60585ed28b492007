import type { TemplatedApp } from 'uWebSockets.js';
import { reconcile, touch } from '../domain/devices/presence.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { ClientOf } from '../runtime/server.ts';
import { AgentClose, SILENT_AFTER_SEC } from '../schema/agent.ts';
import { createAdmission } from './admission.ts';
import { createAgentDoor } from './agent-socket.ts';
import { createAgents } from './agents.ts';
import { keepChecking } from './check-timers.ts';
import { createChecks } from './checks.ts';
import { createConsoleDoor } from './console.ts';
import { createDelivery } from './delivery.ts';
import type { Realtime } from './deps.ts';
import { createHub } from './hub.ts';
import { createIngest } from './ingest.ts';

const SWEEP_MS = 30_000;
/** `last_seen_at` of a connected device is at most this old in its row. */
const TOUCH_EVERY_SEC = 120;

export interface RealtimeServer {
  /** Puts the sockets of these doors onto a listener. */
  attach: (app: TemplatedApp, client: ClientOf, doors: { agents: boolean; main: boolean }) => void;
  connectedAgents: () => number;
  /** Tells agents and consoles to come back, and writes what has arrived. */
  stop: () => Promise<void>;
}

/** Wires hub, admission, ingest and delivery together; everything on a socket goes through here. */
export function createRealtime(realtime: Realtime, scheduler: Scheduler): RealtimeServer {
  const { ctx, bus, instanceId, log } = realtime;
  const hub = createHub();
  const ingest = createIngest(realtime, hub);
  const delivery = createDelivery(realtime, hub);
  const checks = createChecks(realtime, hub);
  const agents = createAgents(realtime, hub, ingest, delivery, checks);
  const agentDoor = createAgentDoor({ admit: createAdmission(realtime), agents, metrics: realtime.metrics });
  const consoleDoor = createConsoleDoor(realtime);

  bus.subscribe('devices.revoked', ({ deviceIds, reason }) => {
    for (const id of deviceIds) hub.close(id, AgentClose.revoked, reason, { t: 'revoked', reason });
  });

  let seconds = 0;
  scheduler.every(1000, 'ping agents', async () => {
    const pinged = agentDoor.tick();
    if (pinged.length > 0 && seconds % TOUCH_EVERY_SEC < 30) await touch(ctx, pinged);
    seconds += 1;
  });
  scheduler.every(SWEEP_MS, 'end expired consoles', consoleDoor.tick);
  scheduler.every(SWEEP_MS, 'deliver what was left', delivery.sweep);
  keepChecking(realtime, scheduler, checks);
  const startedAt = Date.now();
  scheduler.every(SWEEP_MS, 'reconcile presence', async () => {
    if (Date.now() - startedAt < SILENT_AFTER_SEC * 1000) return;
    const stale = await reconcile(ctx, instanceId);
    if (stale > 0) log.info({ devices: stale }, 'devices that did not come back are offline');
  });

  return {
    attach: (app, client, doors) => {
      if (doors.agents) agentDoor.attach(app, client);
      if (doors.main) consoleDoor.attach(app);
    },
    connectedAgents: hub.size,
    stop: async () => {
      agents.stop();
      agentDoor.closeAll();
      consoleDoor.closeAll();
      await Promise.all([delivery.idle(), checks.stop(), ...Object.values(ingest).map((batcher) => batcher.idle())]);
    },
  };
}
