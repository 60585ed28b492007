import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import type { EventOf } from '../domain/events.ts';
import { redeemLiveTicket } from '../domain/live-tickets.ts';
import { hashToken } from '../domain/tokens.ts';
import { CONSOLE_SUBPROTOCOL, LiveClientFrame, LiveClose, type LiveServerFrame } from '../schema/live.ts';
import type { Realtime } from './deps.ts';
import { createHints, createOutputHints } from './hints.ts';

/** What hangs on a console's socket. */
interface ConsoleSocket {
  userId: string | null;
  sessionId: string | null;
  tokenId: string | null;
  /** May watch the output of jobs. */
  seesJobs: boolean;
  watches: number;
  /** Frames were dropped because it did not read. */
  lost: boolean;
  /** When its ticket was made and when the session or token ends, in ms since 1970. */
  since: number;
  until: number;
}
type Socket = WebSocket<ConsoleSocket>;

const HINTS = 'hints';
const WATCHES_MAX = 50;
/** What only one user, or a token that is bound to none, may know of. */
const ownTopic = (owner: string) => `hints/${owner}`;
const outputTopic = (jobId: string) => `output/${jobId}`;

/** /ws/console: hints to open consoles. What they say is read again through the API, where scope and permission are decided. */
export function createConsoleDoor({ ctx, bus, log, consoleOrigins }: Realtime) {
  const sockets = new Set<Socket>();
  /** What changed while a ticket was being redeemed, which may have been read before it. */
  const redeeming = new Set<AccessChanged[]>();
  const apps: TemplatedApp[] = [];
  const publish = (topic: string, frame: LiveServerFrame) => {
    for (const app of apps) app.publish(topic, JSON.stringify(frame));
  };
  const hints = createHints(
    (frame, owner) => publish(owner === undefined ? HINTS : ownTopic(owner), frame),
    () => ctx.now(),
  );
  const outputs = createOutputHints((jobId, frame) => publish(outputTopic(jobId), frame));
  bus.subscribe('changed', hints.changed);
  bus.subscribe('jobs.output', outputs.grew);
  bus.subscribe('access.changed', (event) => {
    for (const missed of redeeming) missed.push(event);
    for (const ws of sockets) if (concerns(event, ws.getUserData())) ws.end(LiveClose.accessChanged, 'access changed');
  });

  const upgrade = (res: HttpResponse, req: HttpRequest, context: us_socket_context_t) => {
    const origin = req.getHeader('origin');
    const key = req.getHeader('sec-websocket-key');
    const extensions = req.getHeader('sec-websocket-extensions');
    const [protocol, ticket = ''] = req
      .getHeader('sec-websocket-protocol')
      .split(',')
      .map((part) => part.trim());
    let aborted = false;
    res.onAborted(() => {
      aborted = true;
    });
    // Cross-site pages can open sockets too; only the console's own origin may (ATTACKS.md 22).
    if (!consoleOrigins.includes(origin)) return refuse(res, '403 Forbidden');
    if (protocol !== CONSOLE_SUBPROTOCOL) return refuse(res, '400 Bad Request');
    const missed: AccessChanged[] = [];
    redeeming.add(missed);
    const redeemed = redeemLiveTicket(ctx.sql, hashToken(ticket), ctx.now()).finally(() => redeeming.delete(missed));
    redeemed.then(
      (holder) => {
        if (aborted) return;
        if (!holder || missed.some((event) => concerns(event, holder))) return refuse(res, '401 Unauthorized');
        const { userId, sessionId, tokenId, permissions, issuedAt: since, expiresAt } = holder;
        const until = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
        const seesJobs = permissions.includes('jobs.view');
        const data: ConsoleSocket = { userId, sessionId, tokenId, since, until, seesJobs, watches: 0, lost: false };
        res.cork(() => res.upgrade(data, key, CONSOLE_SUBPROTOCOL, extensions, context));
      },
      (err: unknown) => {
        log.error({ err }, 'a live ticket could not be redeemed');
        if (!aborted) refuse(res, '503 Service Unavailable');
      },
    );
  };

  const receive = (ws: Socket, message: ArrayBuffer) => {
    const data = ws.getUserData();
    const frame = LiveClientFrame.safeParse(parse(message));
    if (!frame.success || !data.seesJobs || data.watches >= WATCHES_MAX)
      return ws.end(1008, 'not a frame of this protocol');
    const topic = outputTopic(frame.data.job_id);
    if (frame.data.t === 'watch') data.watches += ws.subscribe(topic) ? 1 : 0;
    else if (ws.unsubscribe(topic)) data.watches -= 1;
  };

  return {
    attach: (app: TemplatedApp) => {
      apps.push(app);
      app.ws<ConsoleSocket>('/ws/console', {
        maxPayloadLength: 4096,
        maxBackpressure: 256 * 1024,
        idleTimeout: 120,
        sendPingsAutomatically: true,
        upgrade,
        open: (ws) => {
          sockets.add(ws);
          ws.subscribe(HINTS);
          const { userId, tokenId, since } = ws.getUserData();
          const owner = userId ?? tokenId;
          if (owner !== null) ws.subscribe(ownTopic(owner));
          for (const hint of hints.since(since, owner)) ws.send(JSON.stringify(hint));
        },
        message: receive,
        dropped: (ws) => {
          ws.getUserData().lost = true;
        },
        drain: (ws) => {
          const data = ws.getUserData();
          if (!data.lost || ws.getBufferedAmount() > 0) return;
          data.lost = false;
          ws.send(JSON.stringify({ t: 'resync' } satisfies LiveServerFrame));
        },
        close: (ws) => void sockets.delete(ws),
      });
    },
    /** Ends sockets whose session or token has run out. */
    tick: () => {
      const now = ctx.now().getTime();
      for (const ws of [...sockets])
        if (ws.getUserData().until <= now) ws.end(LiveClose.accessChanged, 'the session ended');
    },
    closeAll: () => {
      hints.stop();
      outputs.stop();
      for (const ws of [...sockets]) ws.end(LiveClose.goingAway, 'the server restarts');
    },
  };
}

type AccessChanged = EventOf<'access.changed'>;

function concerns(
  event: AccessChanged,
  { userId, sessionId, tokenId }: Pick<ConsoleSocket, 'userId' | 'sessionId' | 'tokenId'>,
): boolean {
  const { everyone = false, userIds = [], sessionIds = [], tokenIds = [] } = event;
  return (
    everyone ||
    (userId !== null && userIds.includes(userId)) ||
    (sessionId !== null && sessionIds.includes(sessionId)) ||
    (tokenId !== null && tokenIds.includes(tokenId))
  );
}

function parse(message: ArrayBuffer): unknown {
  try {
    return JSON.parse(Buffer.from(message).toString());
  } catch {
    return undefined; // judged by the schema, which refuses it
  }
}

function refuse(res: HttpResponse, status: string): void {
  res.cork(() => res.writeStatus(status).end(undefined, true));
}
