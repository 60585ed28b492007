/** A real SMTP server (smtp-server) that keeps what it gets, and misbehaves on request. */
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

/** What a delivery meets: everything in order, or a refusal at one of the places where relays refuse. */
export type Manner =
  | 'accept'
  /** 550 to RCPT TO: there is no such mailbox. */
  | 'refuse_recipient'
  /** 550 5.7.1 to RCPT TO: it takes mail for others from nobody it does not know. */
  | 'refuse_relaying'
  /** 451 to RCPT TO: try again later, as greylisting says it. */
  | 'busy'
  /** 535 to AUTH. */
  | 'refuse_login'
  /** Says nothing more once it has the whole message. */
  | 'stall'
  /** The connection breaks after the whole message has come, before it is acknowledged. */
  | 'die_after_data';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** It came over TLS. */
  secure: boolean;
  /** Who signed in; undefined for nobody. */
  user: { username: string; password: string } | undefined;
  raw: string;
  parsed: Email;
}

export interface MailServer {
  port: number;
  /** Everything whose whole text came, in that order, acknowledged or not. */
  mails: ReceivedMail[];
  /** Connections so far. */
  connections: () => number;
  behave: (manner: Manner) => void;
  /** Waits until that address has got so many mails, and answers them. */
  mailsTo: (address: string, count?: number) => Promise<ReceivedMail[]>;
  /** Environment of a server that sends mail about accounts through this one. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** @param tls a certificate and its key in PEM, to offer STARTTLS, or TLS from the first byte with `immediate` */
export async function startMailServer(tls?: { cert: string; key: string; immediate?: boolean }): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let manner: Manner = 'accept';
  let connections = 0;
  const server = new SMTPServer({
    ...(tls && { cert: tls.cert, key: tls.key, secure: tls.immediate ?? false }),
    disabledCommands: tls ? [] : ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onAuth: ({ username = '', password }, _session, done) =>
      manner === 'refuse_login' ? done(refusal(535, 'no such login')) : done(null, { user: { username, password } }),
    onRcptTo: (_address, _session, done) => {
      if (manner === 'refuse_recipient') done(refusal(550, 'no such mailbox here'));
      else if (manner === 'refuse_relaying') done(refusal(550, '5.7.1 relaying denied'));
      else if (manner === 'busy') done(refusal(451, 'come back later'));
      else done();
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const raw = Buffer.concat(chunks).toString('utf8');
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        secure: session.secure,
        user: session.user,
        raw,
        parsed: await PostalMime.parse(raw),
      });
      if (manner === 'die_after_data') for (const connection of server.connections) connection.close();
      else if (manner !== 'stall') done();
    },
  });
  server.on('error', () => undefined); // a client that went away; what it means is what the test looks at
  const port = await listen(server);
  return {
    port,
    mails,
    connections: () => connections,
    behave: (next) => {
      manner = next;
    },
    mailsTo: (address, count = 1) =>
      vi.waitFor(
        () => {
          const found = mails.filter(({ to }) => to.includes(address));
          if (found.length < count) throw new Error(`${address} has ${found.length} of ${count} mails`);
          return found;
        },
        { timeout: 20_000, interval: 20 },
      ),
    env: { RMM_SMTP_URL: `smtp://127.0.0.1:${port}`, RMM_SMTP_FROM: 'Muster <muster@example.com>' },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The first link in the text of a mail. */
export const linkIn = (mail: ReceivedMail): string => /https?:\/\/\S+/.exec(mail.parsed.text ?? '')?.[0] ?? '';

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

const listen = (server: SMTPServer): Promise<number> =>
  new Promise((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
