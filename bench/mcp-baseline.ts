/** What bench/mcp.ts compares with: a bare uWebSockets.js that answers one statement's JSON: the same devices, no questions asked. */
import { App, us_socket_local_port } from 'uWebSockets.js';
import { connect } from '../runtime/database.ts';
import { listenExclusive } from '../runtime/listen-exclusive.ts';

const [url = '', limit = '25'] = process.argv.slice(2);
const sql = connect(url, { max: 4 });
const app = App();
app.any('/*', (res) => {
  let aborted = false;
  res.onAborted(() => {
    aborted = true;
  });
  const asked = sql<{ json: string }[]>`
    select json_build_object('total', (select count(*) from devices), 'devices', (
      select json_agg(row_to_json(p)) from (
        select d.id, d.hostname, d.description, d.note, d.client_id, d.site_id, d.group_id, d.version, d.status, d.os_name, d.os_version,
          d.last_seen_at, d.local_ips, d.tags, c.name as client_name, s.name as site_name
        from devices d left join clients c on c.id = d.client_id left join sites s on s.id = d.site_id
        order by d.hostname_key, d.id limit ${Number(limit)}) p))::text as json`;
  asked.then(
    ([row]) => {
      if (!aborted) res.cork(() => res.writeHeader('content-type', 'application/json').end(row?.json ?? ''));
    },
    (error: unknown) => {
      throw error;
    },
  );
});
const socket = await listenExclusive(app, '127.0.0.1', 0);
process.send?.({ port: us_socket_local_port(socket) });
process.on('disconnect', () => process.exit());
