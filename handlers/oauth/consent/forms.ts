/** What stands below the page's explanation: the way over the provider, the password form, the code, or a button. */

import type { Settings } from '../../../domain/context.ts';
import { type Asked, parametersOf } from '../../../domain/oauth/authorize/request.ts';
import { type Html, html, rich } from './html.ts';
import { alarm, key } from './icons.ts';
import type { Words } from './language.ts';

/** What was wrong with what was entered, and whether that is about the code. */
export interface FieldError {
  text: string;
  field: 'credentials' | 'code' | 'page';
}

export interface PasswordForm {
  asked: Asked;
  settings: Settings;
  /** The request, sealed for this browser. */
  sealed: string;
  username: string;
  /** Who is asked for a code; null: for name and password. */
  recognised: string | null;
  error: FieldError | undefined;
}

export function passwordForm(words: Words, form: PasswordForm): Html {
  const { settings, recognised } = form;
  return html`${settings.sso.enabled && recognised === null && ssoLink(words, form)}
<form method="post" action="/oauth/authorize" autocomplete="on">
<input type="hidden" name="form" value="${form.sealed}">
${form.error && problem(form.error)}
${recognised === null ? credentials(words, form) : secondFactor(words, form, recognised)}
${buttons(words, words.t.sign_in, form.asked)}</form>`;
}

/** Signed in at the provider: the ticket is in the form, where no address, log or Referer has it. */
export const ticketForm = (
  words: Words,
  { asked, settings, ticket, username }: { asked: Asked; settings: Settings; ticket: string; username: string },
): Html => html`<p>${rich(words.t.signed_in_as, { user: html`<strong><bdi>${username}</bdi></strong>` })}</p>
<form method="post" action="${`${settings.mcpUrl}/oauth/authorize`}">
<input type="hidden" name="sso_grant" value="${ticket}">
${Object.entries(parametersOf(asked.request)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
${buttons(words, words.t.authorize, asked)}</form>`;

const ssoLink = ({ t }: Words, { asked, settings }: PasswordForm): Html =>
  html`<a class="button" href="${`/oauth/authorize/sso?${new URLSearchParams(parametersOf(asked.request))}`}">${key}${rich(t.continue_with, { label: settings.sso.label })}</a>
<div class="or">${t.or}</div>`;

/** First in the form, so that it is read before its fields; they name it as what describes them. */
const problem = ({ text }: FieldError): Html =>
  html`<div class="note err" role="alert" id="problem">${alarm}<div>${text}</div></div>`;

const describedBy = (error: FieldError | undefined, field: FieldError['field'], also = ''): Html => {
  const ids = [also, error?.field === field && 'problem'].filter(Boolean).join(' ');
  return html`${ids !== '' && html` aria-describedby="${ids}"`}${error?.field === field && html` aria-invalid="true"`}`;
};

const credentials = ({ t }: Words, { username, error }: PasswordForm): Html => html`<div class="two">
<div class="field"><label for="username">${t.username}</label><input id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100" required${describedBy(error, 'credentials')}${error?.field === 'credentials' && username === '' && html` autofocus`}></div>
<div class="field"><label for="password">${t.password}</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required${describedBy(error, 'credentials')}${error?.field === 'credentials' && username !== '' && html` autofocus`}></div>
</div>`;

const secondFactor = ({ t }: Words, { error }: PasswordForm, user: string): Html => html`
<p>${rich(t.code_asked, { user: html`<strong><bdi>${user}</bdi></strong>` })}</p>
<div class="field"><label for="code">${t.code}</label><input class="code" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="100" required autofocus${describedBy(error, 'code', 'code-hint')}>
<p class="hint" id="code-hint">${t.code_hint}</p></div>`;

const buttons = ({ t }: Words, authorize: string, { standing }: Asked): Html => html`<div class="two">
<button class="button ${standing === 'unknown' ? 'danger' : 'primary'}" name="decision" value="authorize">${authorize}</button>
<button class="button" name="decision" value="deny" formnovalidate>${t.deny}</button></div>
<p class="hint center">${t.end_hint}</p>`;
