import './head-size.ts'; // before uWebSockets.js
import { App, type TemplatedApp, type us_listen_socket, us_listen_socket_close } from 'uWebSockets.js';

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

/** Before anything is made or migrated: a second server on a port that is taken ends at once. @throws when one is taken */
export async function requireFree(addresses: { host: string; port: number }[]): Promise<void> {
  for (const { host, port } of addresses) {
    if (port === 0) continue;
    const app = App();
    us_listen_socket_close(await listenExclusive(app, host, port));
    app.close();
  }
}
