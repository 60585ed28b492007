import { ApiError } from '../../api-error.ts';
import { t } from '../../i18n/index.ts';

/** Why a URL was not taken, as its field says it. */
export function urlRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [issue] = error.issues;
  if (error.code === 'webhook_address_refused') return t('webhooks.address_refused', { why: issue?.message ?? '' });
  if (error.code === 'webhook_host_not_found') return t('webhooks.not_found');
  return error.code === 'webhook_https_required' ? t('webhooks.https_required') : undefined;
}

/** Why it was not taken at all. */
export const tooMany = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'too_many_webhooks' ? t('webhooks.too_many') : undefined;
