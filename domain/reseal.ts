import { resealAiKey } from './ai-settings/change.ts';
import type { Ctx } from './context.ts';
import { resealAlertRelay } from './mail/alert-relay.ts';
import { resealOutbox } from './mail/queue.ts';
import { resealRemoteKey } from './remote-settings/change.ts';
import { resealTotp } from './second-factors/reseal.ts';
import { resealWebhooks } from './webhooks/record.ts';

/** Every noun that stores sealed secrets for longer than a day; each seals its own rows anew and says how many. */
const nouns: ((ctx: Ctx) => Promise<number>)[] = [
  resealTotp,
  resealAlertRelay,
  resealOutbox,
  resealWebhooks,
  resealAiKey,
  resealRemoteKey,
];

/**
 * Seals stored secrets with the first key of RMM_SECRET_KEY, so that an old one can be taken off the list: no round finds
 * any more. The error of a noun that could not comes when the others are done.
 */
export async function reseal(ctx: Ctx): Promise<number> {
  const outcomes = await Promise.allSettled(nouns.map((resealNoun) => resealNoun(ctx)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0);
}
