import type { Ctx } from '../../domain/context.ts';

/** Questions of one caller. */
export const questions = {
  name: 'chat.questions',
  points: 20,
  windowSec: 60,
  key: (ctx: Ctx) => ctx.actor.userId ?? ctx.actor.id ?? ctx.actor.kind,
  counts: 'calls' as const,
};
