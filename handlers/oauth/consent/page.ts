import type { Written } from '../../../domain/reply.ts';
import { type Html, html } from './html.ts';
import type { Words } from './language.ts';
import { style } from './style.ts';

const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));

/**
 * No script, no image, no frame around it, and this one style (CSP Level 3). Without form-action: browsers apply it to the
 * redirect after the form too, and to those behind it, which lead to the application's own pages (docs/decisions/0033).
 */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${Buffer.from(digest).toString('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const headers = (lang: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': lang,
  'Content-Security-Policy': policy,
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept-Language',
});

export interface PageParts {
  status: number;
  title: string;
  /** Parts of the sheet, from the top. */
  parts: (Html | undefined)[];
  cookies?: string[];
}

/** A whole page, in a language. */
export function page({ lang }: Words, { status, title, parts, cookies = [] }: PageParts): Written {
  const sections = parts.filter((part) => part !== undefined).map((part) => html`<div class="part">${part}</div>`);
  const document = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Muster</title>
<style>${{ html: style }}</style>
</head>
<body>
<main class="page"><div class="sheet">${sections}</div></main>
</body>
</html>
`;
  return { written: true, status, headers: headers(lang), cookies, body: document.html };
}
