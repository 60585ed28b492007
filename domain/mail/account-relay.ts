import type { AccountRelay } from '../../schema/mail.ts';
import type { Ctx } from '../context.ts';

/** The relay for mail about accounts, as the environment names it: without its login. */
export function readAccountRelay({ settings }: Pick<Ctx, 'settings'>): AccountRelay {
  const relay = settings.accountRelay;
  return {
    set: relay !== null,
    host: relay?.host ?? null,
    port: relay?.port ?? null,
    security: relay?.security ?? null,
    username_set: relay !== null && relay.username !== '',
    sender: relay?.sender ?? null,
  };
}
