import { tryAi } from '../../domain/ai-settings/try.ts';
import type { Ctx } from '../../domain/context.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AiTested } from '../../schema/ai-settings.ts';

const tests = {
  name: 'ai.test',
  points: 20,
  windowSec: 15 * 60,
  key: (ctx: Ctx) => ctx.actor.userId ?? ctx.actor.id ?? ctx.actor.kind,
  counts: 'calls' as const,
};

export const testAi = endpoint(
  {
    route: 'POST /api/config/ai/test',
    summary: 'Ask the AI that is set something small, and tell whether it answers',
    access: unscoped(permission('settings.manage')),
    output: AiTested,
    audits: [], // it changes nothing
    transaction: 'own',
    limits: [tests],
    deadlineSec: 10 * 60,
  },
  (ctx, { signal }) => tryAi(ctx, signal),
);
