/** What bench/http.ts compares with: the same adapter's hello plus two raw point selects, on the same database. */

import { App, us_socket_local_port } from 'uWebSockets.js';
import { createServerAdapter, Response } from '@whatwg-node/server';
import { connect } from '../runtime/database.ts';
import { listenExclusive } from '../runtime/listen-exclusive.ts';

const [url = '', tokenHash = '', deviceId = ''] = process.argv.slice(2);
const sql = connect(url, { max: 12 });
const hash = Buffer.from(tokenHash, 'hex');
const app = App();
const adapter = createServerAdapter(async () => {
  await sql`select id, user_id from sessions where token_hash = ${hash}`;
  await sql`select id, hostname from devices where id = ${deviceId}`;
  return new Response('{"hello":"world"}', { headers: { 'content-type': 'application/json' } });
});
app.any('/*', (res, req) => void adapter(res, req));
const socket = await listenExclusive(app, '127.0.0.1', 0);
process.send?.({ port: us_socket_local_port(socket) });
process.on('disconnect', () => process.exit());
