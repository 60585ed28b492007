/** SMTP by nodemailer: one connection for each message, since mail is rare here and relays end idle connections. */
import { connect, type Socket } from 'node:net';
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import { z } from 'zod';
import { MailError, type Mailer, type MailMessage, type MailRelay } from '../domain/mail/transport.ts';
import { AddressError, createJudge, pinned, type Resolve } from './judge-addresses.ts';

/** For a whole message; well within a lease of the outbox. */
const TIMEOUT_MS = 30_000;
/** Of what a relay said, kept and shown. */
const WORDS = 300;

export interface MailerParts {
  /** Default: the operating system's. */
  resolve?: Resolve;
  /** Certificates in PEM to trust instead of those that Node trusts. */
  ca?: string;
  timeoutMs?: number;
}

export function createMailer({ resolve, ca, timeoutMs = TIMEOUT_MS }: MailerParts = {}): Mailer {
  const judge = createJudge(resolve);
  const judged = (relay: Pick<MailRelay, 'host' | 'publicOnly'>) => judge(relay).catch(asMailError);
  return {
    vet: async (relay) => {
      if (relay.publicOnly) await judged(relay);
    },
    send: async (relay, message) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const reach = async () => connectTo(await judged(relay), relay.port, signal);
      try {
        await createTransport(optionsOf(relay, ca, reach)).sendMail({ ...headersOf(relay, message), signal });
      } catch (error) {
        throw toMailError(relay, error, timeoutMs);
      }
    },
  };
}

const asMailError = (error: unknown): never => {
  throw error instanceof AddressError ? new MailError(error.message, error.obstacle, error.cause) : error;
};

/** A connection to one of these addresses and to nothing else: no name is looked up again (ATTACKS.md 41, rebinding). */
function connectTo(addresses: string[], port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: 'relay', // no literal, so that lookup is asked
      port,
      signal,
      lookup: pinned(addresses),
    });
    socket.on('error', reject); // stays: an error with no listener would end the process
    socket.once('connect', () => resolve(socket));
  });
}

const optionsOf = (relay: MailRelay, ca: string | undefined, reach: () => Promise<Socket>): SMTPTransportOptions => ({
  host: relay.host, // the certificate's name, whatever address it is reached at
  port: relay.port,
  secure: relay.security === 'tls',
  requireTLS: relay.security === 'starttls',
  ignoreTLS: relay.security === 'none',
  tls: { rejectUnauthorized: true, ca },
  auth: relay.username ? { user: relay.username, pass: relay.password } : undefined,
  forceAuth: relay.username !== '', // a relay that offers no sign-in is not given mail without one
  getSocket: (_options, done) => void reach().then((connection) => done(null, { connection }), done),
  socketCloseTimeout: 1000,
  disableFileAccess: true,
  disableUrlAccess: true,
});

const headersOf = ({ sender }: MailRelay, { to, subject, text, html, id }: MailMessage): SendMailOptions => ({
  from: mailbox(sender),
  to: { name: '', address: to }, // as an object it is one address, whatever it holds
  subject,
  text,
  html,
  messageId: id && `<${id}@${sender.replace(/^.*@|>$/g, '')}>`,
  headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no out-of-office replies
});

/** As an object it is one mailbox: in a text, a comma or colon in the name would make other senders of it (RFC 5322, 3.4). */
function mailbox(sender: string): { name: string; address: string } {
  const [, name = '', address = sender] = /^([^<>]*)<([^<>]+)>$/.exec(sender) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}

/**
 * A 5xx reply is final (RFC 5321, 4.2.1), but most speak of the relay's settings, which an operator may mend while the
 * message waits: the sign-in, the sender, a relay that takes mail from nobody it does not know (530, or 5.7.x of RFC 3463).
 * One to the recipient or the text speaks of the message.
 */
function toMailError({ host }: MailRelay, error: unknown, timeoutMs: number): MailError {
  if (error instanceof MailError) return error;
  const { name, message, command, response } = Failure.parse(error);
  if (name === 'AbortError' || name === 'TimeoutError')
    return new MailError(`${host} did not take the message within ${timeoutMs / 1000} s.`, 'relay', error);
  const words = `${host}: ${oneLine(message)}`;
  const final =
    (command === 'DATA' && /^5/.test(response)) ||
    (command === 'RCPT TO' && /^5(?!30)\d\d(?![ -]5\.7\.)/.test(response));
  return new MailError(words, final ? 'message' : 'relay', error);
}

/** What nodemailer puts on its errors, as far as it is of use here. */
const Failure = z.object({
  name: z.string(),
  message: z.string(),
  /** The SMTP command that was answered. */
  command: z.string().optional(),
  /** The relay's reply, beginning with its code. */
  response: z.string().default('').catch(''),
});

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, WORDS);
