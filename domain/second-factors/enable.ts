import type { SecondFactorEnabled } from '../../schema/second-factors.ts';
import type { Ctx } from '../context.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { ownAccount } from '../me/account.ts';
import { conflict } from '../problem.ts';
import { plainCode } from './plain-code.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { wrongCode } from './refusals.ts';
import { pendingPlace, secretPlace } from './sealed.ts';
import { stepOf } from './totp.ts';

/** Long enough to find a phone and install an app. */
const STAGED_FOR_MS = 15 * 60_000;

/**
 * Puts the staged secret into use with a first code of it, and makes new recovery codes. In the caller's transaction, so
 * that secret, last time step and codes change together or not at all; of racing callers one succeeds. Other sessions stay
 * (docs/decisions/0016-second-factor.md).
 * @throws 403 no_account, wrong_code; 409 setup_not_started, setup_expired
 */
export async function enable(ctx: Ctx, { code }: { code: string }): Promise<SecondFactorEnabled> {
  const { sql, secrets, actor } = ctx;
  const id = ownAccount(ctx);
  const { secret, rotated } = await holdStaged(ctx, id);
  const step = stepOf(secret, plainCode(code), ctx.now());
  if (step === undefined) throw wrongCode();
  // The last step is the new secret's: its first code has been used now, and those of the old one are worth nothing.
  await sql`
    update totp set secret = ${secrets.seal(secretPlace(id), secret)}, enabled_at = ${ctx.now()}, last_step = ${step},
                    pending_secret = null, pending_at = null
    where user_id = ${id}`;
  const recovery_codes = await replaceRecoveryCodes(ctx, id);
  await ctx.audit('user.totp.enable', { id, name: actor.name }, { rotated });
  const change = rotated ? 'app_replaced' : 'app_added';
  await tellOwner(ctx, id, { kind: 'account.second_factor_changed', change });
  ctx.emit({ type: 'changed', noun: 'users', ids: [id] });
  return { totp_enabled: true, recovery_codes };
}

async function holdStaged(ctx: Ctx, id: string): Promise<{ secret: string; rotated: boolean }> {
  const [row] = await ctx.sql<{ pending_secret: string | null; pending_at: string; rotated: boolean }[]>`
    select pending_secret, pending_at, secret is not null as rotated from totp where user_id = ${id} for update`;
  if (!row?.pending_secret) throw conflict('setup_not_started', 'Set up an authenticator app first.');
  if (Date.parse(row.pending_at) + STAGED_FOR_MS < ctx.now().getTime())
    throw conflict('setup_expired', 'This setup took longer than 15 minutes. Begin again.');
  return { secret: ctx.secrets.open(pendingPlace(id), row.pending_secret), rotated: row.rotated };
}
