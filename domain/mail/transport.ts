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
  /** Same for each try at one message, so that mailboxes can drop a repeat: it becomes the Message-ID. */
  id?: string;
}

/**
 * What stood in the way: `host`, the relay's name leads nowhere; `address`, it leads where mail may not go; `message`, the
 * relay refused this message or its recipient for good, so that trying again is of no use; `relay`, everything else, which
 * may pass or be mended by the operator.
 */
export type MailObstacle = 'host' | 'address' | 'message' | 'relay';

/** A refusal or failure in words for operators; it may hold what the relay answered. */
export class MailError extends Error {
  override name = 'MailError';
  readonly obstacle: MailObstacle;

  constructor(message: string, obstacle: MailObstacle, cause?: unknown) {
    super(message, { cause });
    this.obstacle = obstacle;
  }
}

/** How mail leaves the house. */
export interface Mailer {
  /** Resolves when the relay has taken the message; within half a minute either way. @throws MailError */
  send: (relay: MailRelay, message: MailMessage) => Promise<void>;
  /** Judges where the relay's name leads at this moment, without a connection. @throws MailError */
  vet: (relay: Pick<MailRelay, 'host' | 'publicOnly'>) => Promise<void>;
}
