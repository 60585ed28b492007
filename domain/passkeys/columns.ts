import type { Ctx } from '../context.ts';

/** Columns of a passkey in an answer; public key and credential id stay here. */
export const columns = ({ sql }: Pick<Ctx, 'sql'>) => sql`id, name, rp_id, backed_up, last_used_at, created_at`;

/** A passkey as browsers are told of it (WebAuthn, PublicKeyCredentialDescriptor). */
export interface Descriptor {
  id: string;
  type: 'public-key';
  transports: string[];
}

/** The account's passkeys that this console can use. */
export async function descriptors({ sql }: Pick<Ctx, 'sql'>, userId: string, rpId: string): Promise<Descriptor[]> {
  const rows = await sql<{ id: string; transports: string[] }[]>`
    select credential_id as id, transports from passkeys
    where user_id = ${userId} and rp_id = ${rpId} order by created_at, id`;
  return rows.map(({ id, transports }) => ({ id, type: 'public-key', transports }));
}
