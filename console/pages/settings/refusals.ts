import { ApiError, asSentence } from '../../api-error.ts';
import { type Label, t } from '../../i18n/index.ts';

/** Codes of refusals about accounts, roles and tokens (domain/users, domain/roles, domain/api-tokens, domain/me). */
const sentences: Partial<Record<string, Label>> = {
  own_account: 'refused.own_account',
  builtin_account: 'refused.builtin_account',
  last_admin: 'refused.last_admin',
  scope_lost: 'refused.scope_lost',
  exceeds_permissions: 'refused.exceeds_permissions',
  access_changed: 'refused.access_changed',
  admin_role: 'refused.admin_role',
  unscoped_required: 'refused.unscoped_required',
  out_of_scope: 'refused.out_of_scope',
  unknown_scope_target: 'refused.unknown_scope_target',
  unknown_role: 'refused.unknown_role',
  unknown_user: 'refused.unknown_user',
  username_taken: 'refused.username_taken',
  email_taken: 'refused.email_taken',
  builtin_role: 'refused.builtin_role',
  role_in_use: 'refused.role_in_use',
  role_exists: 'refused.role_exists',
  own_tokens_only: 'refused.own_tokens_only',
  sso_linked: 'refused.sso_linked',
  wrong_password: 'refused.wrong_password',
  password_unchanged: 'refused.password_unchanged',
  no_password: 'refused.no_password',
  wrong_code: 'refused.wrong_code',
  codes_paused: 'refused.codes_paused',
  second_factor_off: 'refused.second_factor_off',
  setup_not_started: 'refused.setup_expired',
  setup_expired: 'refused.setup_expired',
  no_email: 'refused.no_email',
  account_disabled: 'refused.account_disabled',
  smtp_not_configured: 'refused.smtp_not_configured',
  passkey_exists: 'refused.passkey_exists',
  passkey_not_verified: 'refused.passkey_not_verified',
  challenge_not_found: 'refused.challenge_not_found',
  too_many_passkeys: 'refused.too_many_passkeys',
  already_approved: 'refused.already_approved',
  oauth_application_not_found: 'apps.gone',
  grant_not_found: 'apps.gone',
  totp_required_first: 'passkeys.needs_codes',
};

const COMMON = 'needs to be none of the common passwords';

/** What domain/passwords/policy.ts finds missing, one issue each. */
const shortcomings: Partial<Record<string, Label>> = {
  'needs at least 12 characters': 'refused.password_length',
  'needs an uppercase letter': 'refused.password_uppercase',
  'needs a symbol': 'refused.password_symbol',
  [COMMON]: 'refused.password_common',
};

/** Whether the server knows the password as one that is tried first, which no rule on the page shows. */
export function isCommon(error: unknown): boolean {
  return error instanceof ApiError && error.issues.some(({ message }) => message === COMMON);
}

/** The refusal as a sentence in the reader's language; undefined when it is none of these. */
export function refusalSentence(error: unknown): string | undefined {
  const label = error instanceof ApiError ? sentences[error.code] : undefined;
  return label && t(label);
}

/** The same when the error has this code: for the field that it is about. */
export function refusalOf(error: unknown, ...codes: readonly string[]): string | undefined {
  return error instanceof ApiError && codes.includes(error.code) ? refusalSentence(error) : undefined;
}

/** What the server found wrong with a new password, each as a sentence; a rule that we do not know in its own words. */
export function passwordIssues(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.issues.filter((issue) => issue.path === path);
  const words = found.map(({ message }) => {
    const label = shortcomings[message];
    return label ? t(label) : asSentence(message);
  });
  return words.join(' ') || undefined;
}
