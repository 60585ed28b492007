/** What a mail says, apart from language and form; it lies sealed in the outbox until it is sent. */
import { z } from 'zod';
import { NotificationEvent } from '../../schema/notifications.ts';

const link = { url: z.url(), username: z.string(), expires_at: z.iso.datetime() };
/** Something was changed at the reader's account. */
const changed = { username: z.string(), at: z.iso.datetime() };

/** Who set the new password, and by what. */
export const PasswordChange = z.enum(['by_owner', 'by_link', 'by_administrator']);
export type PasswordChange = z.infer<typeof PasswordChange>;

export const SecondFactorChange = z.enum([
  'app_added',
  'app_replaced',
  'turned_off',
  'reset',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
]);
export type SecondFactorChange = z.infer<typeof SecondFactorChange>;

/** What happened, as it was noted (domain/notifications/notice.ts). */
const happening = {
  subject: z.strictObject({
    kind: z.enum(['alert', 'job', 'batch', 'device', 'oauth_app', 'standing_approval']),
    id: z.string(),
  }),
  /** Of the device that it is about. */
  hostname: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  happened_at: z.iso.datetime(),
};
export const Happening = z.strictObject(happening);
export type Happening = z.infer<typeof Happening>;

export const MailContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account.password_reset'), ...link }),
  z.strictObject({ kind: z.literal('account.email_confirmation'), ...link }),
  z.strictObject({ kind: z.literal('account.password_changed'), ...changed, change: PasswordChange }),
  // `to` is the new address, masked; null for none.
  z.strictObject({ kind: z.literal('account.email_changed'), ...changed, to: z.string().nullable() }),
  z.strictObject({ kind: z.literal('account.second_factor_changed'), ...changed, change: SecondFactorChange }),
  z.strictObject({ kind: z.literal('account.sso_changed'), ...changed, change: z.enum(['linked', 'unlinked']) }),
  z.strictObject({ kind: z.literal('notice'), event: NotificationEvent, username: z.string(), ...happening }),
  // `more` happened beside what is named.
  z.strictObject({
    kind: z.literal('digest'),
    event: NotificationEvent,
    username: z.string(),
    since: z.iso.datetime(),
    lines: z.array(Happening),
    more: z.number(),
  }),
  z.strictObject({ kind: z.literal('test'), transport: z.enum(['account', 'alerts']) }),
]);
export type MailContent = z.infer<typeof MailContent>;
