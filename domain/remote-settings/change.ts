import type { RemoteSettingsChange } from '../../schema/remote-settings.ts';
import type { Ctx } from '../context.ts';
import { invalid } from '../problem.ts';
import { findRemoteRow, type RemoteRow, tokenKeyPlace } from './read.ts';

/**
 * Sets how devices are reached from afar; what is not named stays, and the result is judged as a whole. The key of the external
 * tool has to be sent again with another address or user. @throws 400 invalid_input, secret_required
 */
export async function changeRemoteSettings(ctx: Ctx, change: RemoteSettingsChange): Promise<void> {
  const { sql, now } = ctx;
  const before = await findRemoteRow(sql, true);
  const { extprov_a_token_key: given, default: chosen, ...named } = change;
  const default_provider = chosen === undefined ? before.default_provider : chosen;
  const wanted = { ...before, ...named, default_provider };
  judge(wanted);
  const row: RemoteRow = { ...wanted, extprov_a_token_key: keyOf(ctx, before, wanted, given) };
  const key_changed = row.extprov_a_token_key !== before.extprov_a_token_key;
  const fields = changedFields(before, row);
  if (fields.length === 0 && !key_changed) return;
  await sql`update remote_settings set ${sql({ ...row, updated_at: now() })}`;
  await ctx.audit('config.remote.update', { id: null, name: 'remote' }, { fields, key_changed });
  ctx.emit({ type: 'changed', noun: 'config' });
}

/** @throws 400 */
function judge(wanted: RemoteRow): void {
  if (wanted.extprov_a_enabled && wanted.extprov_a_url === '')
    throw invalid('remote.extprov_a_url', 'The external tool A is on and needs an address.');
  for (const one of ['extprov_a', 'extprov_b'] as const)
    if (wanted.default_provider === one && !wanted[`${one}_enabled`])
      throw invalid('remote.default', 'The default is an external tool that is off.');
}

/** The sealed key that is stored next. @throws 400 secret_required */
function keyOf({ secrets }: Ctx, before: RemoteRow, wanted: RemoteRow, given: string | null | undefined) {
  if (given) return secrets.seal(tokenKeyPlace, given);
  if (given === null || before.extprov_a_token_key === null) return null;
  const stays = (['extprov_a_url', 'extprov_a_user'] as const).every((key) => before[key] === wanted[key]);
  if (stays) return before.extprov_a_token_key;
  throw invalid(
    'remote.extprov_a_token_key',
    'Send the key again with another address or user of the external tool A.',
    'secret_required',
  );
}

const plain = [
  'default_provider',
  'extprov_a_url',
  'extprov_a_user',
  'extprov_a_enabled',
  'extprov_b_enabled',
] as const;

/** What changed, by the names that callers use. */
const changedFields = (before: RemoteRow, after: RemoteRow): string[] =>
  plain.filter((key) => before[key] !== after[key]).map((key) => (key === 'default_provider' ? 'default' : key));

/** Seals the stored key with the first key of RMM_SECRET_KEY. @returns how many rows changed */
export async function resealRemoteKey({ sql, secrets }: Ctx): Promise<number> {
  const { extprov_a_token_key: sealed } = await findRemoteRow(sql);
  if (sealed === null || !secrets.isStale(sealed)) return 0;
  const anew = secrets.seal(tokenKeyPlace, secrets.open(tokenKeyPlace, sealed));
  return (await sql`update remote_settings set extprov_a_token_key = ${anew} where extprov_a_token_key = ${sealed}`)
    .count;
}
