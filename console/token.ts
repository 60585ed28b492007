import { createSignal } from 'solid-js';

/**
 * The session's bearer. It lives in localStorage: an operator keeps several tabs open, opens links from colleagues and
 * reloads, and signing out in one tab has to end the others. sessionStorage would ask for the password in each tab and
 * protects no better against a script that runs in this page; what does is the strict CSP, that foreign text is only
 * ever a text node, and that the server can revoke the session and ends it after seven days.
 */
const KEY = 'muster.session';

const [token, setToken] = createSignal<string | undefined>(localStorage.getItem(KEY) ?? undefined);

addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) setToken(localStorage.getItem(KEY) ?? undefined);
});

export { token };

export function storeToken(value: string): void {
  localStorage.setItem(KEY, value);
  setToken(value);
}

/** Forgets the token, unless another one took its place meanwhile (a late 401 must not end a new session). */
export function forgetToken(value = token()): void {
  if (value !== token()) return;
  localStorage.removeItem(KEY);
  setToken(undefined);
}
