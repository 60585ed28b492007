/** What an administrator's account lacks to be safe, unless its owner has put the hint away. */
import { createSignal } from 'solid-js';
import { me } from '../../session.ts';

export type OwnHint = 'email' | 'two_step';

/** Per account: colleagues who share a browser each decide for themselves. */
const keyOf = (userId: string) => `muster.own-hints.${userId}`;
const [dismissals, setDismissals] = createSignal(0);

/** For somebody who signs in through single sign-on, the provider keeps both. */
export function ownHints(): OwnHint[] {
  dismissals();
  const principal = me();
  const user = principal?.user;
  if (!user || principal.role.key !== 'admin' || user.sso_linked) return [];
  const dismissed = localStorage.getItem(keyOf(user.id))?.split(' ') ?? [];
  const lacking = { email: user.email === null, two_step: !user.totp_enabled };
  return (['email', 'two_step'] as const).filter((hint) => lacking[hint] && !dismissed.includes(hint));
}

/** Puts away what shows now: what the account lacks later is another matter. */
export function dismissOwnHints(): void {
  const user = me()?.user;
  if (!user) return;
  const dismissed = localStorage.getItem(keyOf(user.id))?.split(' ') ?? [];
  localStorage.setItem(keyOf(user.id), [...dismissed, ...ownHints()].join(' '));
  setDismissals((count) => count + 1);
}
