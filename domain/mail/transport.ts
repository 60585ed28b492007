/** A relay that takes mail, as configuration or an administrator named it. */
export interface MailRelay {
  host: string;
  port: number;
  /** tls from the first byte, or STARTTLS, which is then demanded, or neither. */
  security: 'tls' | 'starttls' | 'none';
  /** Empty for a relay that asks for none. */
  username: string;
  password: string;
  /** `muster@example.com` or `Muster <muster@example.com>`. */
  sender: string;
  /** Refuse private, loopback, link-local and reserved addresses, checked on what the name resolves to (ATTACKS.md 41). */
  publicOnly: boolean;
}

/** One message to one person, rendered. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A refusal or failure of the relay, in words for operators; whether trying again may help. */
export class MailError extends Error {
  override name = 'MailError';
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, cause?: unknown) {
    super(message, { cause });
    this.permanent = permanent;
  }
}

/** How mail leaves the house. @throws MailError */
export interface Mailer {
  send: (relay: MailRelay, message: MailMessage) => Promise<void>;
}
