/** What single sign-on left in the address of /sso: a code for a session, and where to go then. */
export interface SsoAnswer {
  code: string;
  to: string;
}

let answer: SsoAnswer | undefined;

/**
 * The server sends the browser to `/sso#code=…&to=…`: behind the # it reaches no log. It is taken out of the address before
 * anything else runs, so that it does not stay in the history, and is kept in memory only.
 */
export function takeSsoAnswer(): void {
  if (location.pathname !== '/sso') return;
  const said = new URLSearchParams(location.hash.slice(1));
  const code = said.get('code');
  if (code) answer = { code, to: said.get('to') ?? '/' };
  history.replaceState(null, '', '/sso');
}

/** It is good for one exchange. */
export function spendSsoAnswer(): SsoAnswer | undefined {
  const taken = answer;
  answer = undefined;
  return taken;
}
