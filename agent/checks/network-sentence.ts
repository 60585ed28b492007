/** Why a connection failed, in words that name neither an address with its password nor what a program said of itself. */
import { z } from 'zod';
import { sentence } from '../text.ts';

/** For each address of a name, before the next is tried; Node's own 250 ms are too short for a slow line. */
export const ATTEMPT_MS = 5000;

const known: Record<string, string> = {
  ENOTFOUND: 'The name is not known.',
  EAI_AGAIN: 'The name could not be looked up now.',
  ECONNREFUSED: 'The connection was refused.',
  ConnectionRefused: 'The connection was refused.',
  FailedToOpenSocket: 'No connection could be made, or the name is not known.',
  ECONNRESET: 'The connection was cut.',
  ConnectionClosed: 'The connection was cut.',
  UND_ERR_SOCKET: 'The connection was cut.',
  EHOSTUNREACH: 'No way leads to the host.',
  ENETUNREACH: 'No way leads to the network.',
  ETIMEDOUT: 'No answer came.',
  UND_ERR_CONNECT_TIMEOUT: 'No answer came.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The chain of certificates ends in one that this machine does not trust.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'This machine does not trust who signed the certificate.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'This machine does not trust who signed the certificate.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
};

const Coded = z.object({ code: z.string() });
const Caused = z.object({ cause: z.unknown() });

/** fetch wraps what happened; several addresses that were tried make one error of them all. */
export function networkSentence(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return networkSentence(error.errors[0]);
  const code = Coded.safeParse(error).data?.code;
  const words = code === undefined ? undefined : known[code];
  if (words !== undefined) return words;
  const cause = Caused.safeParse(error).data?.cause;
  if (cause !== undefined) return networkSentence(cause);
  if (code === undefined) return sentence(error);
  return /^(ERR_SSL_|EPROTO)/.test(code) ? 'TLS could not be agreed on.' : `It failed with ${code}.`;
}
