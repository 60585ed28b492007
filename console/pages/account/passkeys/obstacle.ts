import { t } from '../../../i18n/index.ts';
import { knowsPasskeys } from '../../../webauthn.ts';
import type { PasskeyList } from './passkeys.ts';

/** What stands in the way of one more passkey, as a sentence that says what to do; undefined when nothing does. */
export function obstacleTo(list: PasskeyList, { codesOn }: { codesOn: boolean }): string | undefined {
  const { origin, reason } = list;
  if (reason === 'sso_linked') return t('passkeys.sso_linked');
  if (reason === 'no_https') return t('passkeys.no_https', { origin });
  if (reason === 'ip_address') return t('passkeys.ip_address', { origin, local: underLocalhost(origin) });
  if (!codesOn) return t('passkeys.needs_codes');
  if (location.origin !== origin) return t('passkeys.elsewhere', { origin });
  return knowsPasskeys() ? undefined : t('passkeys.unsupported');
}

/** The same port of this machine, under the one name that needs no https. */
function underLocalhost(origin: string): string {
  const { port } = new URL(origin);
  return `http://localhost${port && `:${port}`}`;
}
