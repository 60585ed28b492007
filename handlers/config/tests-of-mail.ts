import type { Ctx } from '../../domain/context.ts';

/** Test mails of one caller, over both relays: enough to set a relay up, too few to pester it. */
export const testsOfMail = {
  name: 'mail.test',
  points: 20,
  windowSec: 15 * 60,
  key: (ctx: Ctx) => ctx.actor.userId ?? ctx.actor.id ?? ctx.actor.kind,
  counts: 'calls' as const,
};
