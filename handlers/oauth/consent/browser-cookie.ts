import type { Ctx } from '../../../domain/context.ts';
import { FORM_LIFETIME_MS } from '../../../domain/oauth/authorize/form.ts';
import { issuerOf } from '../../../domain/oauth/policy.ts';
import type { RequestHeaders } from '../../../runtime/endpoint.ts';
import { hostCookie } from '../../sso/binding-cookie.ts';

/** As this server makes them: 32 random bytes. */
const FORM = /^[A-Za-z0-9_-]{43}$/;

const cookieOf = ({ settings }: Ctx) => hostCookie('muster-consent', issuerOf(settings), FORM_LIFETIME_MS / 1000 + 60);

/** The browser that a form is sealed for; undefined before its first page. */
export function browserOf(ctx: Ctx, headers: RequestHeaders): string | undefined {
  const value = cookieOf(ctx).read(headers);
  return value !== undefined && FORM.test(value) ? value : undefined;
}

/** The same, and the cookie that keeps it: pages in several tabs share one. */
export function keepBrowser(ctx: Ctx, headers: RequestHeaders): { browser: string; cookies: string[] } {
  const browser = browserOf(ctx, headers) ?? Buffer.from(ctx.random(32)).toString('base64url');
  return { browser, cookies: [cookieOf(ctx).set(browser)] };
}
