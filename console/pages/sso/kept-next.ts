/**
 * Where to go after single sign-on, kept by the tab while it is away at the provider: the address at which a failure
 * lands tells nothing of it.
 */
const KEY = 'muster.sso-next';

export function keepNext(next: string): void {
  if (next === '/') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, next);
}

export function keptNext(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

/** Once somebody is in. */
export function forgetNext(): void {
  sessionStorage.removeItem(KEY);
}
