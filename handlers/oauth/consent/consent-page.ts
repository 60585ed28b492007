import type { Settings } from '../../../domain/context.ts';
import type { Asked } from '../../../domain/oauth/authorize/request.ts';
import type { Written } from '../../../domain/reply.ts';
import { foreign, type Html, html, rich } from './html.ts';
import { alarm, bot, check, cross, info, muster } from './icons.ts';
import type { Words } from './language.ts';
import { page } from './page.ts';

export interface ConsentParts {
  asked: Asked;
  settings: Settings;
  /** What somebody fills in, or presses, below what they agree to. */
  form: Html;
  status?: number;
  cookies?: string[];
}

/** Who asks, where the access goes, what it means; then the form. */
export function consentPage(words: Words, { asked, settings, form, status = 200, cookies }: ConsentParts): Written {
  const parts = [heading(words, asked, settings), whatItMeans(words, asked), form];
  return page(words, { status, title: words.t.title, parts, cookies });
}

export const heading = ({ t }: Words, { application }: Pick<Asked, 'application'>, { mcpUrl }: Settings): Html => html`
<div class="head"><span class="bot">${bot}</span>
<div><h1>${rich(t.wants, { app: foreign(application.name) })}</h1>
<p class="small">${rich(t.at, { host: html`<span class="mono">${new URL(mcpUrl ?? '').host}</span>` })}</p></div>
<span class="mark">${muster}</span></div>`;

const whatItMeans = (words: Words, asked: Asked): Html => html`
${destination(words, asked)}
${asked.standing !== 'unknown' && html`<p class="small">${rich(words.t.own_word, { app: quoted(words, asked) })}</p>`}
<div><h2>${words.t.may}</h2>
<ul class="perm">${[words.t.may_see, words.t.may_propose].map((may) => html`<li><span class="yes">${check}</span><span>${may}</span></li>`)}</ul>
<h2>${words.t.may_not}</h2>
<ul class="perm">${[words.t.may_not_run, words.t.may_not_open].map((not) => html`<li><span class="no">${cross}</span><span>${not}</span></li>`)}</ul></div>`;

/** The application’s own word, and marked as such. */
const quoted = ({ t }: Words, { application }: Asked): Html => rich(t.quoted, { app: foreign(application.name) });

/** Where the access goes: what matters most on this page, since a name is anybody's. */
function destination(words: Words, asked: Asked): Html {
  const { t } = words;
  const { standing, request } = asked;
  const { host, protocol } = new URL(request.redirect_uri);
  if (standing === 'unknown')
    return html`<div class="note err" role="alert">${alarm}<div><p><strong>${t.unknown_title}</strong> ${t.unknown_goes}</p>
<span class="host mono">${host}</span><p>${rich(t.unknown_hint, { app: quoted(words, asked) })}</p></div></div>`;
  if (standing === 'private_use')
    return html`<div class="note warn">${alarm}<div><p>${t.returns_scheme}</p>
<span class="host mono">${protocol}</span><p>${t.scheme_hint}</p></div></div>`;
  const local = protocol === 'http:';
  return html`<div class="note">${info}<div><p>${local ? t.returns_loopback : t.returns}</p>
<span class="host mono">${host}</span></div></div>`;
}
