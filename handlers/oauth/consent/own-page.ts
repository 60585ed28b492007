import type { Ctx } from '../../../domain/context.ts';
import { Problem } from '../../../domain/problem.ts';
import { isForConsent } from '../../../domain/sso/flows.ts';
import type { RequestHeaders } from '../../../runtime/endpoint.ts';
import { wordsFor } from './language.ts';
import { showProblem } from './show-problem.ts';

/** A provider sign-in for the consent page ends on a page of its own, not at the console's sign-in (SPEC.md, Consent page rules, 6). */
export const endingOnOwnPage =
  (ctx: Ctx, headers: RequestHeaders, state: string | undefined) =>
  (error: unknown): never => {
    throw error instanceof Problem && isForConsent(state) ? showProblem(wordsFor(headers), error, ctx) : error;
  };
