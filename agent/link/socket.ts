/** One WebSocket. `ws` is the npm package under Node and built into Bun, where it wraps the native client. */
import WebSocket from 'ws';
import { AGENT_SUBPROTOCOL } from '../../schema/agent.ts';
import { sentence } from '../text.ts';

/** How a connection ended, or why there was none. */
export type SocketEnd =
  | { kind: 'closed'; code: number; reason: string }
  /** The server answered the upgrade with this HTTP status. */
  | { kind: 'refused'; status: number; retryAfter: string | undefined }
  | { kind: 'failed'; message: string };

export type SocketEvents = {
  open: () => void;
  text: (text: string) => void;
  /** Anything at all arrived, pings included. */
  heard: () => void;
  /** Once, and nothing after it. */
  end: (end: SocketEnd) => void;
};

export type Socket = {
  send: (text: string) => void;
  /** Bytes given to `send` that have not left yet. */
  buffered: () => number;
  close: (code: number, reason: string) => void;
  /** Without waiting for the other side. */
  drop: (why: string) => void;
};

/** `proxy` is an http:// address. Server certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says. */
export function openSocket(
  address: string,
  authorization: string,
  proxy: string | undefined,
  events: SocketEvents,
): Socket {
  const options = {
    headers: { Authorization: authorization },
    perMessageDeflate: false,
    rejectUnauthorized: true,
    // Bun's own two options; npm's ws, which only tests and development run on, ignores them.
    tls: { rejectUnauthorized: true },
    proxy,
  };
  const socket = new WebSocket(address, [AGENT_SUBPROTOCOL], options);
  const end = listen(socket, events);
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    buffered: () => socket.bufferedAmount,
    close: (code, reason) => socket.close(code, reason),
    drop(why) {
      socket.terminate();
      end({ kind: 'failed', message: why });
    },
  };
}

/** @returns a way to end it without the socket's own word. */
function listen(socket: WebSocket, events: SocketEvents): (end: SocketEnd) => void {
  /** An error or a refusal comes before the close, and says more. */
  let cause: SocketEnd | undefined;
  let hasEnded = false;

  function finish(end: SocketEnd) {
    if (hasEnded) return;
    hasEnded = true;
    events.end(end);
  }

  socket.on('open', () => {
    if (hasEnded) socket.terminate();
    else events.open();
  });
  socket.on('message', (data, isBinary) => {
    if (hasEnded) return;
    events.heard();
    if (!isBinary) events.text(data.toString());
  });
  socket.on('ping', events.heard);
  socket.on('pong', events.heard);
  socket.on('unexpected-response', (_request, response) => {
    cause = { kind: 'refused', status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
    socket.terminate();
  });
  socket.on('error', (error) => {
    cause ??= { kind: 'failed', message: sentence(error) };
  });
  socket.on('close', (code, reason) => finish(cause ?? { kind: 'closed', code, reason: reason.toString() }));
  return finish;
}
