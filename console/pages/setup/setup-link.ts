import { createSignal } from 'solid-js';

/**
 * The one-time setup link is `/#setup=<token>`: behind the # it reaches no server and no log. It is taken out of the
 * address at once, so that it does not stay in the history, and is kept in memory only.
 */
const [setupToken, setSetupToken] = createSignal('');

export { setSetupToken, setupToken };

export function takeSetupLink(): void {
  const [, token] = /^#setup=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  setSetupToken(decodeURIComponent(token));
  history.replaceState(null, '', '/setup');
}
