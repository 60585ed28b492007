import type { Ctx } from '../../../domain/context.ts';
import { type Recognised, sealForm } from '../../../domain/oauth/authorize/form.ts';
import type { Asked } from '../../../domain/oauth/authorize/request.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Written } from '../../../domain/reply.ts';
import type { RequestHeaders } from '../../../runtime/endpoint.ts';
import { keepBrowser } from './browser-cookie.ts';
import { consentPage } from './consent-page.ts';
import { type FieldError, passwordForm } from './forms.ts';
import type { Words } from './language.ts';

export interface PasswordPage {
  asked: Asked;
  status?: number;
  /** What was entered, to be shown again; a password never is. */
  username?: string;
  /** Whose password was right: they are asked for a code. */
  recognised?: Recognised | null;
  error?: FieldError;
}

/** The consent page with a form that is sealed anew, for ten minutes and for this browser. */
export function passwordPage(
  words: Words,
  ctx: Ctx,
  headers: RequestHeaders,
  { asked, status, username = '', recognised = null, error }: PasswordPage,
): Written {
  const { settings } = ctx;
  const { browser, cookies } = keepBrowser(ctx, headers);
  const sealed = sealForm(ctx, browser, asked.request, recognised);
  const user = recognised?.username ?? null;
  const form = passwordForm(words, { asked, settings, sealed, username, recognised: user, error });
  return consentPage(words, { asked, settings, form, status, cookies });
}

/** What is said beside the form about a refusal that the form can mend; undefined for the others. */
export function fieldError({ t }: Words, { settings }: Ctx, { code }: Problem): FieldError | undefined {
  if (code === 'invalid_credentials') return { field: 'credentials', text: t.error_credentials };
  if (code === 'invalid_second_factor') return { field: 'code', text: t.error_code };
  if (code === 'codes_paused') return { field: 'code', text: t.error_paused };
  if (code === 'sso_required') return { field: 'page', text: t.error_sso.replace('{label}', () => settings.sso.label) };
  return code === 'busy' ? { field: 'page', text: t.error_busy } : undefined;
}
