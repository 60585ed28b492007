import type { Ctx } from '../../../domain/context.ts';
import { readApplication } from '../../../domain/oauth/applications/record.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Words } from './language.ts';
import { showProblem } from './show-problem.ts';

/** Refusals that are about an application that is registered: the page names it. */
const naming = new Set(['application_pending', 'application_not_allowed']);

/** Runs `work`, whose refusals people see as pages in their language. */
export async function shownAsPages<T>(
  words: Words,
  ctx: Ctx,
  clientId: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const named = naming.has(error.code) && clientId !== undefined ? await readApplication(ctx, clientId) : undefined;
    throw showProblem(words, error, ctx, named);
  }
}
