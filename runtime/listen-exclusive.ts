import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';

/** LIBUS_LISTEN_EXCLUSIVE_PORT: without it several processes bind one port silently (RECIPES.md). */
const EXCLUSIVE = 1;

type Listen = (
  host: string,
  port: number,
  options: number,
  done: (socket: us_listen_socket | false) => void,
) => TemplatedApp;

/** uWebSockets.js takes host, port and options together, but the repack's types know only pairs of them. */
export function listenExclusive(app: TemplatedApp, host: string, port: number): Promise<us_listen_socket> {
  const attempt = app.listen.bind(app) as unknown as Listen;
  return new Promise((resolve, reject) =>
    attempt(host, port, EXCLUSIVE, (socket) =>
      socket
        ? resolve(socket)
        : reject(new Error(`cannot listen on ${host}:${port}: the address is in use, or not this machine's`)),
    ),
  );
}
