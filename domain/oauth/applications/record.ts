import type { Sql } from '../../sql.ts';

/** An application that was registered, or that its metadata document describes. */
export interface Application {
  id: string;
  /** What it calls itself in requests. */
  client_id: string;
  /** As it calls itself: safe to show as text, and to be believed by nobody. */
  name: string;
  redirect_uris: string[];
  /** As `hostsOf` names them. */
  hosts: string[];
  status: 'approved' | 'pending';
}

export async function readApplication({ sql }: { sql: Sql }, clientId: string): Promise<Application | undefined> {
  const [row] = await sql<Application[]>`
    select id, client_id, name, redirect_uris, hosts, status from oauth_applications where client_id = ${clientId}`;
  return row;
}
