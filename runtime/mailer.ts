/** SMTP by nodemailer: one connection for each message, since mail is rare here and relays end idle connections. */
import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import { z } from 'zod';
import { MailError, type Mailer, type MailMessage, type MailRelay } from '../domain/mail/transport.ts';
import { isPublicAddress } from './mail-address.ts';

/** For a whole message; well within a lease of the outbox. */
const TIMEOUT_MS = 30_000;
/** Of what a relay said, kept and shown. */
const WORDS = 300;

/** Every address of a host. */
export type Resolve = (host: string) => Promise<string[]>;

export interface MailerParts {
  /** Default: the operating system's, which reads odd forms such as 0x7f.1 as it would for a connection. */
  resolve?: Resolve;
  /** Certificates in PEM to trust instead of those that Node trusts. */
  ca?: string;
  timeoutMs?: number;
}

export function createMailer({ resolve = systemResolve, ca, timeoutMs = TIMEOUT_MS }: MailerParts = {}): Mailer {
  const judged = createJudge(resolve);
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

const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** Addresses of a relay, of which every one may be connected to. @throws MailError */
function createJudge(resolve: Resolve) {
  // A lookup that hangs holds one of the four threads that password hashing needs too: of one host there is one at a time.
  const underWay = new Map<string, Promise<string[]>>();
  const addressesOf = (host: string): Promise<string[]> => {
    const known = underWay.get(host);
    if (known) return known;
    const lookup = resolve(host).finally(() => underWay.delete(host));
    underWay.set(host, lookup);
    return lookup;
  };
  return async ({ host, publicOnly }: Pick<MailRelay, 'host' | 'publicOnly'>): Promise<string[]> => {
    const addresses = await addressesOf(host).catch((cause: unknown) => {
      throw new MailError(`${host} has no address that can be found.`, 'host', cause);
    });
    if (addresses.length === 0) throw new MailError(`${host} has no address.`, 'host');
    // One bad address spoils the name: picking another would leave the choice to whoever answers for it.
    const refused = publicOnly ? addresses.find((address) => !isPublicAddress(address)) : undefined;
    if (refused === undefined) return addresses;
    const reached = refused === host ? host : `${host} leads to ${refused}, which`;
    throw new MailError(`${reached} is a private or reserved address.`, 'address');
  };
}

/** A connection to one of these addresses and to nothing else: no name is looked up again (ATTACKS.md 41, rebinding). */
function connectTo(addresses: string[], port: number, signal: AbortSignal): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: 'relay', // no literal, so that lookup is asked
      port,
      signal,
      lookup: (_host, options, done) => {
        const [first] = found;
        if (options.all) done(null, found);
        else done(null, first?.address ?? '', first?.family);
      },
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
