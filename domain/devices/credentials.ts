import type { Sql } from '../sql.ts';

/** A device as its credential names it. */
export interface KnownDevice {
  id: string;
  hostname: string;
  identity: 'trusted' | 'revoked';
}

/**
 * The devices behind credentials (SHA-256), in the order asked; undefined where no device has it. Many at once, because
 * ten thousand agents come back together after a restart.
 */
export async function findByCredential(sql: Sql, hashes: Buffer[]): Promise<(KnownDevice | undefined)[]> {
  const hex = hashes.map((hash) => hash.toString('hex'));
  const rows = await sql<(KnownDevice & { hash: string })[]>`
    select d.id, d.hostname, d.identity, encode(d.credential_hash, 'hex') as hash
    from devices d
    where d.credential_hash = any(array(select decode(h, 'hex') from unnest(${hex}::text[]) h))`;
  const byHash = new Map(rows.map(({ hash, ...device }) => [hash, device]));
  return hex.map((hash) => byHash.get(hash));
}
