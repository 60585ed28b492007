import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t } from 'uWebSockets.js';
import type { Metrics } from '../runtime/metrics.ts';
import type { ClientOf } from '../runtime/server.ts';
import { AGENT_FRAME_MAX_BYTES, AGENT_SUBPROTOCOL, AgentClose, PING_SEC, SILENT_AFTER_SEC } from '../schema/agent.ts';
import type { Admission } from './admission.ts';
import type { createAgents } from './agents.ts';
import type { AgentSocket, Socket } from './hub.ts';

/** A peer has this long for its first frame. */
const FIRST_FRAME_MS = 10_000;

export interface AgentDoor {
  attach: (app: TemplatedApp, client: ClientOf) => void;
  /** Called once a second: pings a slice of the connections and ends those that never said hello. @returns the devices pinged. */
  tick: () => string[];
  /** Tells every agent to come back. */
  closeAll: () => void;
}

type Needs = {
  admit: (authorization: string, ip: string) => Promise<Admission>;
  agents: ReturnType<typeof createAgents>;
  metrics: Metrics;
};

/** /ws/agent: admission before the upgrade, one ping per connection every PING_SEC, spread over the seconds. */
export function createAgentDoor({ admit, agents, metrics }: Needs): AgentDoor {
  const slices = Array.from({ length: PING_SEC }, () => new Set<Socket>());
  let opened = 0;
  let second = 0;

  const upgrade = (res: HttpResponse, req: HttpRequest, context: us_socket_context_t, client: ClientOf) => {
    const { ip } = client(res, req);
    const key = req.getHeader('sec-websocket-key');
    const extensions = req.getHeader('sec-websocket-extensions');
    const offered = req
      .getHeader('sec-websocket-protocol')
      .split(',')
      .map((name) => name.trim());
    const authorization = req.getHeader('authorization');
    let aborted = false;
    res.onAborted(() => {
      aborted = true;
    });
    void admit(authorization, ip ?? '').then((admission) => {
      if (aborted) return;
      const spoken = offered.includes(AGENT_SUBPROTOCOL);
      metrics.agentConnects.inc({ outcome: admission.admitted && spoken ? 'accepted' : 'refused' });
      if (!admission.admitted) return refuse(res, admission.status, admission.reason, admission.retryAfterSec);
      if (!spoken) return refuse(res, 400, `the subprotocol is ${AGENT_SUBPROTOCOL}`);
      const data: AgentSocket = {
        ip: ip ?? '',
        deviceId: admission.device?.id ?? '',
        hostname: admission.device?.hostname ?? '',
        enrollToken: admission.enrollToken,
        epoch: 0,
        state: 'new',
        pendingBytes: 0,
        slice: opened++ % PING_SEC,
        openedAt: Date.now(),
        sampledAt: Number.NEGATIVE_INFINITY,
      };
      res.cork(() => res.upgrade(data, key, AGENT_SUBPROTOCOL, extensions, context));
    });
  };

  return {
    attach: (app, client) => {
      app.ws<AgentSocket>('/ws/agent', {
        maxPayloadLength: AGENT_FRAME_MAX_BYTES,
        maxBackpressure: 16 * 1024 * 1024,
        closeOnBackpressureLimit: true,
        idleTimeout: SILENT_AFTER_SEC,
        sendPingsAutomatically: false,
        upgrade: (res, req, context) => upgrade(res, req, context, client),
        open: (ws) => void slices[ws.getUserData().slice]?.add(ws),
        message: agents.receive,
        close: (ws) => {
          slices[ws.getUserData().slice]?.delete(ws);
          agents.gone(ws);
        },
      });
    },
    tick: () => {
      const pinged: string[] = [];
      for (const ws of slices[second++ % PING_SEC] ?? []) {
        const { state, openedAt, deviceId } = ws.getUserData();
        if (state === 'ready') {
          ws.ping();
          pinged.push(deviceId);
        } else if (state === 'new' && Date.now() - openedAt > FIRST_FRAME_MS) ws.end(AgentClose.policy, 'no hello');
      }
      return pinged;
    },
    closeAll: () => {
      for (const slice of slices) for (const ws of [...slice]) ws.end(AgentClose.goingAway, 'the server restarts');
    },
  };
}

const phrases: Record<number, string> = {
  400: '400 Bad Request',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  429: '429 Too Many Requests',
  503: '503 Service Unavailable',
};

function refuse(res: HttpResponse, status: number, reason: string, retryAfterSec?: number): void {
  res.cork(() => {
    res.writeStatus(phrases[status] ?? String(status));
    res.writeHeader('Content-Type', 'application/json; charset=utf-8');
    if (retryAfterSec) res.writeHeader('Retry-After', String(retryAfterSec));
    res.end(JSON.stringify({ error: reason, code: 'agent_refused' }), true);
  });
}
