import type { Ctx, Settings } from '../../../domain/context.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Written } from '../../../domain/reply.ts';
import type { RequestHeaders } from '../../../runtime/endpoint.ts';
import { type Words, wordsFor } from './language.ts';
import { messagePage } from './message-page.ts';

/** The same refusal, which a browser is shown as a page; one that has a page keeps it. */
export function showProblem(
  words: Words,
  problem: Problem,
  { origin }: Pick<Ctx, 'origin'>,
  application?: { name: string },
): Problem {
  if (problem.extras.page) return problem;
  return withPage(problem, messagePage(words, problem, { application, requestId: origin.requestId }));
}

/** The page stands for the body, so that goes. */
export const withPage = ({ status, code, message, extras }: Problem, page: Written): Problem =>
  new Problem(status, code, message, { ...extras, body: undefined, page });

/** What is refused before a handler sees it: a parameter twice, another media type, too many attempts, a fault of ours. */
export const refusesAsPage = (
  problem: Problem,
  _settings: Settings,
  requestId: string,
  headers: RequestHeaders,
): Written => messagePage(wordsFor(headers), problem, { requestId });
