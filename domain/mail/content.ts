/** What a mail says, apart from language and form; it lies sealed in the outbox until it is sent. */
import { z } from 'zod';

const link = { url: z.url(), username: z.string(), expires_at: z.iso.datetime() };

export const MailContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account.password_reset'), ...link }),
  z.strictObject({ kind: z.literal('account.email_confirmation'), ...link }),
  z.strictObject({ kind: z.literal('test'), transport: z.enum(['account', 'alerts']) }),
]);
export type MailContent = z.infer<typeof MailContent>;
