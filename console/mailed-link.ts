import { createSignal } from 'solid-js';

/** Pages that a mailed link leads to. */
const PAGES = ['/reset-password', '/confirm-email'];

/**
 * The secret of a mailed link, `/reset-password#token=…`: behind the # it reaches no server and no log. It is taken out of
 * the address before anything else runs, so that it does not stay in the history, and is kept in memory only.
 */
const [linkToken, setLinkToken] = createSignal('');

export { linkToken };

export function takeMailedLink(): void {
  if (!PAGES.includes(location.pathname)) return;
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return;
  setLinkToken(token);
  history.replaceState(null, '', location.pathname);
}
