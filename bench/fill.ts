import { createHash } from 'node:crypto';
import type { Sql } from '../runtime/database.ts';

export interface Filled {
  devices: { id: string; hostname: string; credential: string }[];
  clients: string[];
  sites: string[];
}

const SITES_PER_CLIENT = 5;

/** A fleet in the rows: companies with five sites each, devices spread over them, every one with a credential it can sign in with. */
export async function fillFleet(sql: Sql, devices: number, companies = 20): Promise<Filled> {
  const clients = await sql<{ id: string }[]>`
    insert into clients (name) select 'Company ' || n from generate_series(1, ${companies}) n returning id`;
  const sites = await sql<{ id: string; client_id: string }[]>`
    insert into sites (client_id, name)
    select c.id, 'Site ' || n from unnest(${clients.map(({ id }) => id)}::uuid[]) c (id), generate_series(1, ${SITES_PER_CLIENT}) n
    returning id, client_id`;
  const rows = Array.from({ length: devices }, (_, n) => {
    const credential = `rmd_${createHash('sha256').update(`bench ${n}`).digest('base64url')}`;
    const site = sites[n % sites.length];
    return {
      hostname: `host-${String(n).padStart(6, '0')}`,
      credential,
      hash: createHash('sha256').update(credential).digest('hex'),
      site_id: site?.id ?? '',
      client_id: site?.client_id ?? '',
    };
  });
  const made: Filled['devices'] = [];
  for (let start = 0; start < rows.length; start += 5000) {
    const chunk = rows.slice(start, start + 5000);
    const inserted = await sql<{ id: string; hostname: string }[]>`
      insert into devices (install_id, credential_hash, hostname, version, os_family, os_name, os_version, os_arch, client_id, site_id, last_seen_at, local_ips)
      select uuidv7(), decode(r.hash, 'hex'), r.hostname, '0.5.0', 'linux', 'Debian GNU/Linux', '12', 'x64', r.client_id, r.site_id, now(), '{10.0.0.5}'
      from jsonb_to_recordset(${sql.json(chunk)}) as r (hostname text, hash text, client_id uuid, site_id uuid)
      returning id, hostname`;
    const ids = new Map(inserted.map(({ hostname, id }) => [hostname, id]));
    made.push(...chunk.map(({ hostname, credential }) => ({ hostname, credential, id: ids.get(hostname) ?? '' })));
  }
  await sql`analyze`;
  return { devices: made, clients: clients.map(({ id }) => id), sites: sites.map(({ id }) => id) };
}
