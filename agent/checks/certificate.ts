import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { Unreachable } from '../platform/checks.ts';
import { plainHost, withPort } from './host.ts';
import { ATTEMPT_MS, networkSentence } from './network-sentence.ts';
import { type Check, type CheckContext, counted, measured, rounded } from './reading.ts';

const DAY_MS = 86_400_000;

/**
 * Days until the served certificate ends. Who signed it is said but not judged, since machines within a company sign for
 * themselves; one that has expired, is not valid yet or is for another name is an error.
 */
export const check: Check<'certificate'> = async ({ host, port }, { now, signal }) => {
  const name = plainHost(host);
  const { certificate, distrust } = await served(name, port, signal);
  const days = (Date.parse(certificate.validTo) - now().getTime()) / DAY_MS;
  if (Number.isNaN(days)) throw new Error('The dates of the certificate cannot be read.');
  const day = new Date(certificate.validTo).toISOString().slice(0, 10);
  const trust = distrust ? ` ${distrust}` : '';
  const value = rounded(days);
  if (days < 0) return { verdict: 'error', value, output: `The certificate expired on ${day}.${trust}` };
  if (Date.parse(certificate.validFrom) > now().getTime())
    return { verdict: 'error', value, output: `The certificate is not valid yet.${trust}` };
  const isNamed = isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name);
  if (!isNamed)
    return { verdict: 'error', value, output: `The certificate is not for ${name}; it ends on ${day}.${trust}` };
  return measured(days, `The certificate ends in ${counted(Math.floor(days), 'day')}, on ${day}.${trust}`);
};

type Served = { certificate: X509Certificate; distrust: string };

async function served(host: string, port: number, signal: CheckContext['signal']): Promise<Served> {
  signal.throwIfAborted();
  const servername = isIP(host) ? {} : { servername: host };
  const attempt = { autoSelectFamilyAttemptTimeout: ATTEMPT_MS }; // net's option, which tls hands on
  const socket = connect({ host, port, rejectUnauthorized: false, ...attempt, ...servername });
  const stop = () => void socket.destroy(new Error('The time was over.'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('The connection was closed before a certificate came.')));
    });
    return { certificate: new X509Certificate(rawCertificate(socket)), distrust: distrustOf(socket) };
  } catch (error) {
    signal.throwIfAborted();
    throw new Unreachable(`${withPort(host, port)}: ${networkSentence(error)}`);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

function rawCertificate(socket: TLSSocket): Buffer {
  const { raw } = socket.getPeerCertificate();
  if (!raw) throw new Error('The server showed no certificate.');
  return raw;
}

/** Expiry and name are judged apart from whether anybody known has signed. */
function distrustOf({ authorized, authorizationError }: TLSSocket): string {
  if (authorized) return '';
  const code = String(authorizationError instanceof Error ? networkSentence(authorizationError) : authorizationError);
  return /SELF_SIGNED|UNABLE_TO|signed|trust/.test(code) ? 'This machine does not trust who signed it.' : '';
}
