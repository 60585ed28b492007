import { ApiError } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';

/** Why a server for alerts was not taken, as the host's field says it. */
export function hostRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [issue] = error.issues;
  if (error.code === 'relay_address_refused') return t('mail.address_refused', { why: issue?.message ?? '' });
  if (error.code === 'relay_not_found') return t('mail.not_found');
  return error.code === 'alerts_need_own_server' ? t('mail.host_missing') : undefined;
}

/** Why a test was not sent; the mail server's own words where it said something. Undefined: none of these. */
export function testRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'mail_refused') return error.message;
  if (error.code === 'no_address') return t('mail.no_address');
  return error.code === 'smtp_not_configured' ? t('mail.none_to_test') : undefined;
}
