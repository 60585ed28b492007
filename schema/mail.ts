/** The two relays that mail leaves by. SPEC.md, Configuration; CONTRACT.md, Records that clients read. */
import { z } from 'zod';
import { text } from './common.ts';

export const MailSecurity = z.enum(['tls', 'starttls', 'none']);
export type MailSecurity = z.infer<typeof MailSecurity>;

/** `muster@example.com` or `Muster <muster@example.com>`: one address, on one line. */
export const senderPattern = /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u;

/** A name or an address as it stands in a resolver's question; what it leads to is judged by runtime/mailer.ts. */
const Host = z
  .string()
  .trim()
  .max(255)
  .toLowerCase()
  .regex(/^[a-z0-9._:-]*$/, 'is a name or an address, without port or scheme');

/** Printable, on one line: SMTP has no way to send anything else. */
const credential = (max: number) => text(max).regex(/^[^\p{Cc}]*$/u, 'must be one line');

const Port = z.number().int().min(1).max(65_535);

export const AccountRelay = z
  .object({
    /** RMM_SMTP_URL is set: mail about accounts leaves. The rest is null while it is not. */
    set: z.boolean(),
    host: z.string().nullable(),
    port: Port.nullable(),
    security: MailSecurity.nullable(),
    username_set: z.boolean(),
    sender: z.string().nullable(),
  })
  .meta({ id: 'AccountRelay' });
export type AccountRelay = z.infer<typeof AccountRelay>;

export const AlertRelay = z
  .object({
    /** Empty while there is none. */
    host: z.string(),
    port: Port,
    security: MailSecurity,
    username: z.string(),
    password_set: z.boolean(),
    sender: z.string(),
    /** Whether alert mail leaves. */
    enabled: z.boolean(),
  })
  .meta({ id: 'AlertRelay' });
export type AlertRelay = z.infer<typeof AlertRelay>;

export const AlertRelayChange = z.strictObject({
  /** Blank turns alert mail off. */
  host: Host,
  port: Port.default(587),
  security: MailSecurity.default('starttls'),
  username: credential(320).default(''),
  /** Left out or empty: the one that is stored stays. */
  password: credential(1000).optional(),
  sender: z
    .string()
    .trim()
    .max(320)
    .regex(senderPattern, 'must be an address, as muster@example.com or Muster <muster@example.com>')
    .or(z.literal(''))
    .default(''),
  enabled: z.boolean().default(true),
});
export type AlertRelayChange = z.output<typeof AlertRelayChange>;

export const TestMailSent = z.object({
  /** Whose address it went to. */
  recipient: z.string(),
});
export type TestMailSent = z.infer<typeof TestMailSent>;
