import type { RemoteProvider } from '../../schema/config.ts';
import type { RemoteSettings } from '../../schema/remote-settings.ts';
import type { Ctx } from '../context.ts';
import type { Sql } from '../sql.ts';

/** Where the key of the external tool A is sealed for. */
export const tokenKeyPlace = 'remote_settings:extprov_a_token_key:1';

export interface RemoteRow {
  /** Null: RMM_REMOTE_PROVIDER. */
  default_provider: RemoteProvider | null;
  extprov_a_url: string;
  extprov_a_user: string;
  /** Sealed. */
  extprov_a_token_key: string | null;
  extprov_a_enabled: boolean;
  extprov_b_enabled: boolean;
}

/** @param lock when the row is about to be changed */
export async function findRemoteRow(sql: Sql, lock = false): Promise<RemoteRow> {
  const [row] = await sql<RemoteRow[]>`
    select default_provider, extprov_a_url, extprov_a_user, extprov_a_token_key, extprov_a_enabled, extprov_b_enabled
    from remote_settings ${lock ? sql`for update` : sql``}`;
  if (!row) throw new Error('remote_settings has no row');
  return row;
}

/** Without the key; where the external tool is, only for who may change it. */
export async function readRemoteSettings({ sql, settings, actor, scope }: Ctx): Promise<RemoteSettings> {
  const { default_provider, extprov_a_url, extprov_a_user, extprov_a_token_key, ...enabled } = await findRemoteRow(sql);
  const mayChange = actor.permissions.has('settings.manage') && scope.unscoped;
  return {
    // A saved one beats RMM_REMOTE_PROVIDER (CONTRACT.md, Records that clients read).
    default: default_provider ?? settings.remoteProvider,
    saved_default: default_provider,
    extprov_a_url: mayChange ? extprov_a_url : null,
    extprov_a_user: mayChange ? extprov_a_user : null,
    extprov_a_token_key_set: extprov_a_token_key !== null,
    ...enabled,
  };
}
