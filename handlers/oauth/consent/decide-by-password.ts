import type { Ctx } from '../../../domain/context.ts';
import { authorizeByPassword, type Claim, claimant, markOf } from '../../../domain/oauth/authorize/by-password.ts';
import { type ConsentForm, openForm } from '../../../domain/oauth/authorize/form.ts';
import { type Asked, judgeAgain } from '../../../domain/oauth/authorize/request.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Reply } from '../../../domain/reply.ts';
import type { RequestHeaders } from '../../../runtime/endpoint.ts';
import { type AuthorizeForm, ConsentCredentials } from '../../../schema/oauth-authorize.ts';
import { answerOf, denied } from './answer.ts';
import { browserOf } from './browser-cookie.ts';
import type { Words } from './language.ts';
import { fieldError, type PasswordPage, passwordPage } from './password-page.ts';
import { withPage } from './show-problem.ts';

/** What is posted from the password form. Whatever the form can mend is a refusal that shows it again, without the password. */
export async function decideByPassword(
  words: Words,
  ctx: Ctx,
  headers: RequestHeaders,
  body: AuthorizeForm,
): Promise<Reply> {
  const form = openForm(ctx, browserOf(ctx, headers), body.form);
  const asked = await judgeAgain(ctx, form.request);
  if (body.decision === 'deny') return denied(ctx, asked.request);
  const again = (problem: Problem, parts: Omit<PasswordPage, 'asked' | 'status'>): Problem =>
    withPage(problem, passwordPage(words, ctx, headers, { ...parts, asked, status: problem.status }));
  const username = body.username ?? '';
  if (form.expired) {
    const error = { field: 'page', text: words.t.error_expired } as const;
    throw again(new Problem(400, 'form_expired', 'This form is older than ten minutes.'), { username, error });
  }
  const claim = claimOf(form, body);
  if (!claim) {
    const error = { field: 'credentials', text: words.t.error_incomplete } as const;
    throw again(new Problem(400, 'invalid_input', 'Send username and password.'), { username, error });
  }
  return prove(words, ctx, { asked, form, claim, code: body.code, username, again });
}

interface Attempt {
  asked: Asked;
  form: ConsentForm;
  claim: Claim;
  code: string | undefined;
  username: string;
  again: (problem: Problem, parts: Omit<PasswordPage, 'asked' | 'status'>) => Problem;
}

async function prove(words: Words, ctx: Ctx, { asked, form, claim, code, username, again }: Attempt): Promise<Reply> {
  let { recognised } = form;
  try {
    const candidate = await claimant(ctx, claim);
    recognised = markOf(candidate);
    return answerOf(ctx, asked, await authorizeByPassword(ctx, asked, candidate, code));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const said = fieldError(words, ctx, error);
    const asksForCode = error.code === 'second_factor_required' || said?.field === 'code';
    if (!said && !asksForCode) throw error;
    throw again(error, { username, recognised: asksForCode ? recognised : null, error: said });
  }
}

/** Name and password, unless the form says that they were right. Undefined: they are missing, or no name and password. */
function claimOf({ recognised }: ConsentForm, { username, password, code }: AuthorizeForm): Claim | undefined {
  if (recognised) return { recognised };
  return ConsentCredentials.safeParse({ username, password, code }).data;
}

/** Characters of a name (schema/oauth-authorize.ts, ConsentCredentials). */
const NAME_MAX = 100;

/**
 * Whose failures an attempt counts among: of a code, those of the account whose password was right, whatever is posted beside it.
 * It is asked before anything is judged, so of a name no more is looked at than a name has: a body full of `\ufdfa`, each of which
 * NFKC writes as 18 letters, kept the server busy for three seconds.
 */
export function accountOf(ctx: Ctx, headers: RequestHeaders, body: AuthorizeForm): string {
  const typed = (body.username ?? '').slice(0, NAME_MAX).normalize('NFKC');
  try {
    return openForm(ctx, browserOf(ctx, headers), body.form).recognised?.username ?? typed;
  } catch (error) {
    if (error instanceof Problem) return typed;
    throw error;
  }
}
