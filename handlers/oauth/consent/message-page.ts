import type { Problem } from '../../../domain/problem.ts';
import type { Written } from '../../../domain/reply.ts';
import { foreign, type Html, html, rich } from './html.ts';
import { alarm, muster } from './icons.ts';
import type { Words } from './language.ts';
import { page } from './page.ts';
import type { Texts } from './texts/en.ts';

/** Names of texts: what happened, and a heading of its own where "cannot connect" does not fit. */
type Message = { text: keyof Texts; title?: keyof Texts };

/** By the code of a refusal; the rest is by its status. */
const messages: Record<string, Message> = {
  unknown_client: { text: 'page_unknown_client' },
  unregistered_redirect: { text: 'page_unregistered_redirect' },
  invalid_client_metadata: { text: 'page_client_document' },
  invalid_redirect_uri: { text: 'page_client_document' },
  application_pending: { text: 'page_application_pending', title: 'page_application_pending_title' },
  application_not_allowed: { text: 'page_application_not_allowed' },
  lacks_mcp_use: { text: 'page_lacks_mcp_use', title: 'page_lacks_mcp_use_title' },
  form_foreign: { text: 'page_form_foreign' },
  sso_grant_rejected: { text: 'page_sso_grant_rejected' },
  sso_failed: { text: 'page_sso_failed', title: 'page_sso_failed_title' },
};

const byStatus = (status: number): Message => {
  if (status === 429) return { text: 'page_too_many', title: 'page_too_many_title' };
  return { text: status >= 500 ? 'page_unavailable' : 'page_invalid' };
};

/** A page that says why nothing came of it, without a way on: whoever came here goes back to the application. */
export function messagePage(
  words: Words,
  problem: Pick<Problem, 'code' | 'status' | 'extras'>,
  { application, requestId = null }: { application?: { name: string }; requestId?: string | null } = {},
): Written {
  const { t } = words;
  const { text, title = 'failed' } = messages[problem.code] ?? byStatus(problem.status);
  const app = application ? rich(t.quoted, { app: foreign(application.name) }) : t.it;
  const minutes = t.minutes(Math.max(1, Math.ceil(Number(problem.extras.headers?.['Retry-After'] ?? 60) / 60)));
  const said = rich(String(t[text]), { app, minutes });
  const parts = [
    head(String(t[title])),
    html`<div class="note err" role="alert">${alarm}<div><p>${said}</p></div></div>
${requestId !== null && html`<p class="hint">${rich(t.request_id, { id: html`<span class="mono">${requestId}</span>` })}</p>`}`,
  ];
  const written = page(words, { status: problem.status, title: String(t[title]), parts });
  return { ...written, headers: { ...problem.extras.headers, ...written.headers } };
}

const head = (title: string): Html =>
  html`<div class="head"><div><h1>${title}</h1></div><span class="mark">${muster}</span></div>`;
