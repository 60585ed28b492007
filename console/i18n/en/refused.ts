import type { Texts } from '../types.ts';

/** Why the server refused something about accounts, roles and tokens: its codes, as sentences. */
export const refused = {
  'refused.own_account': 'You cannot do this to your own account. Somebody else has to.',
  'refused.builtin_account': 'The built-in administrator cannot be disabled or deleted.',
  'refused.last_admin':
    'This is the last enabled administrator without an access scope. Make another one first, or nobody could manage this server.',
  'refused.scope_lost':
    'What this account was limited to is deleted. Choose its access anew and save it, then enable the account.',
  'refused.exceeds_permissions': 'It holds permissions that you do not hold yourself.',
  'refused.access_changed': 'What you may do was changed meanwhile. Look at it, and try again.',
  'refused.admin_role': 'You have an access scope, so you cannot hand out the administrator role.',
  'refused.unscoped_required': 'You have an access scope, so you cannot give unrestricted access.',
  'refused.out_of_scope': 'It lies outside your own access scope.',
  'refused.unknown_scope_target': 'Something that was chosen is deleted meanwhile. Take it out and save again.',
  'refused.unknown_role': 'The role is deleted meanwhile. Choose another one.',
  'refused.unknown_user': 'The account is deleted meanwhile. Choose another one.',
  'refused.username_taken': 'There is an account of this name already.',
  'refused.email_taken': 'There is an account with this address already.',
  'refused.builtin_role': 'Built-in roles cannot be changed. Copy it to a role of your own.',
  'refused.role_in_use':
    'Somebody has this role: accounts or API tokens, perhaps some that you do not see. Give them another one first.',
  'refused.role_exists': 'There is a role with this key already.',
  'refused.own_tokens_only': 'You have an access scope, so you issue tokens for your own account only.',
  'refused.sso_linked': 'The account signs in over single sign-on, where its password and second step are kept.',
  'refused.wrong_password': 'The current password is wrong.',
  'refused.password_unchanged': 'The new password is the current one.',
  'refused.no_password': 'This account has no password: it signs in through single sign-on.',
  'refused.wrong_code': 'This code does not fit, or was used. Take the next one that the app shows.',
  'refused.codes_paused':
    'Too many wrong codes were entered for this account, so codes of the app do not count for some hours.',
  'refused.second_factor_off': 'Two-step sign-in is off meanwhile.',
  'refused.setup_expired':
    'The setup took longer than 15 minutes, or was begun anew elsewhere. Close this and begin again.',
  'refused.password_length': 'It needs at least 12 characters.',
  'refused.password_uppercase': 'It needs an uppercase letter.',
  'refused.password_symbol': 'It needs a symbol, such as ! or -.',
  'refused.password_common': 'It is one of the passwords that are tried first.',

  'refused.no_email': 'The account has no mail address.',
  'refused.account_disabled': 'The account is disabled, so it gets no mail.',
  'refused.smtp_not_configured': 'This server sends no mail about accounts: RMM_SMTP_URL is not set.',
  'refused.already_approved': 'Somebody approved it already.',
} as const satisfies Texts;
