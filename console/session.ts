import { createSignal } from 'solid-js';
import { api, type Output } from './api.ts';
import type { Api } from './api-types.ts';
import { queries } from './queries.ts';
import { forgetToken, storeToken, token } from './token.ts';

/** Who is signed in, as GET /api/me says. */
export type Principal = Output<'GET /api/me'>;
export type Permission = Principal['permissions'][number];

/** Held with the token it belongs to: another tab may sign in as somebody else, and then this one is nobody's. */
const [known, setKnown] = createSignal<{ token: string; principal: Principal } | undefined>();

/** Whether the last session ended because its owner said so: whoever signs in next then begins anew, and not where they were. */
let left = false;

export function leftOnPurpose(): boolean {
  return left;
}

/** The signed-in principal; undefined while signed out or before loadPrincipal() has answered. */
export function me(): Principal | undefined {
  const held = known();
  return held !== undefined && held.token === token() ? held.principal : undefined;
}

/** Whether the principal holds a permission: `can('jobs.manage')`. What is not allowed is left out, not greyed. */
export function can(permission: Permission): boolean {
  return me()?.permissions.includes(permission) ?? false;
}

/** True when the principal holds one of them, or when none is asked for. */
export function canAny(permissions: readonly Permission[]): boolean {
  return permissions.length === 0 || permissions.some(can);
}

/** Asks the server whose the stored token is; a 401 has then forgotten it. Rejects when the server can't be reached. */
export async function loadPrincipal(): Promise<void> {
  const asked = token();
  if (asked === undefined) return;
  queries.clear();
  try {
    setKnown({ token: asked, principal: await api('GET /api/me') });
    left = false;
  } catch (error) {
    if (token() === asked) throw error;
  }
}

/** Asks again what the principal may do, because the server says that it changed; what was read may be out of scope now. */
export async function refreshPrincipal(): Promise<void> {
  const asked = token();
  if (asked === undefined) return;
  setKnown({ token: asked, principal: await api('GET /api/me') });
  await queries.resetQueries();
}

/** Asks again for what the own account shows of itself, after it changed something of that; what was read elsewhere stays. */
export async function readAccountAgain(): Promise<void> {
  const asked = token();
  if (asked === undefined) return;
  setKnown({ token: asked, principal: await api('GET /api/me') });
}

/** Keeps a language with the account, for its other browsers and its mail; null goes back to the browser's. */
export async function saveLanguage(language: 'en' | 'de' | null): Promise<void> {
  const asked = token();
  if (asked === undefined || !me()?.user) return;
  setKnown({ token: asked, principal: await api('PATCH /api/me', { body: { language } }) });
}

export type Credentials = Api['POST /api/auth/login']['body'];

/** Signs in. Rejects with ApiError 401, whose body.totp_required says that a code is asked for, or an answer to body.passkey. */
export async function signIn(credentials: Credentials): Promise<void> {
  keep(await api('POST /api/auth/login', { body: credentials }));
}

/** Signs in with the code that single sign-on left, by the cookie of this browser. */
export async function signInWithSso(code: string): Promise<void> {
  keep(await api('POST /api/auth/oidc/exchange', { body: { code }, byCookie: true }));
}

function keep({ token: bearer, expires_at: _, ...principal }: Output<'POST /api/auth/login'>): void {
  queries.clear();
  setKnown({ token: bearer, principal });
  left = false;
  storeToken(bearer);
}

/** Ends the session on the server and here. Here in any case: an unreachable server must not keep anyone signed in. */
export async function signOut(): Promise<void> {
  try {
    await api('POST /api/auth/logout');
  } finally {
    left = true;
    forgetToken();
    queries.clear();
  }
}
