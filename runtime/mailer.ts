/** SMTP by nodemailer: one connection for each message, since mail is rare here and relays end idle connections. */
import { createTransport } from 'nodemailer';
import { MailError, type Mailer, type MailRelay } from '../domain/mail/transport.ts';

const TIMEOUT_MS = 20_000;

export function createMailer(): Mailer {
  return {
    send: async (relay, { to, subject, text, html }) => {
      const transport = createTransport({
        host: relay.host,
        port: relay.port,
        secure: relay.security === 'tls',
        requireTLS: relay.security === 'starttls',
        ignoreTLS: relay.security === 'none',
        auth: relay.username ? { user: relay.username, pass: relay.password } : undefined,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({ from: relay.sender, to, subject, text, html });
      } catch (error) {
        throw toMailError(relay, error);
      } finally {
        transport.close();
      }
    },
  };
}

/** A 5xx reply is final (RFC 5321, 4.2.1); everything else may pass. */
function toMailError(relay: MailRelay, error: unknown): MailError {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return new MailError(`${relay.host}: ${message}`, code >= 500, error);
}
