/** An application's own end: a page on this computer to which browsers are sent back, and pages that a test makes up. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface RedirectReceiver {
  origin: string;
  /** Addresses that browsers came to, in order. */
  came: URL[];
  /** What is answered at a path, as HTML; elsewhere it says that it got something. */
  pages: Map<string, string>;
  stop: () => Promise<void>;
}

export async function startRedirectReceiver(): Promise<RedirectReceiver> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const made: RedirectReceiver = {
    origin,
    came: [],
    pages: new Map(),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    made.came.push(url);
    const page = made.pages.get(url.pathname) ?? '<!doctype html><html lang="en"><title>Back</title><h1>Back here</h1>';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  return made;
}
