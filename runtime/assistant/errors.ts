import { APICallError } from 'ai';
import { AssistantError } from '../../domain/chat/assistant.ts';

/** Of what a provider says itself; the rest is cut. */
const WORDS_CHARS = 300;

/** Why a provider gave no answer, in a sentence for who asked. @param secret is in no sentence */
export function toAssistantError(error: unknown, secret: string | null): AssistantError {
  if (error instanceof AssistantError) return error;
  const call = firstOf(error, (one) => APICallError.isInstance(one));
  if (APICallError.isInstance(call) && call.statusCode !== undefined)
    // With a status of success its answer had begun.
    return isSuccess(call.statusCode) ? brokenOff(error) : refusal(call, call.statusCode, words(call, secret));
  const code = firstOf(error, (one) => one instanceof Error && 'code' in one && typeof one.code === 'string');
  const errno = code instanceof Error && 'code' in code ? String(code.code) : undefined;
  if (errno && unreachable[errno])
    return new AssistantError(
      'provider_unreachable',
      `The AI provider can't be reached: ${unreachable[errno]}.`,
      error,
    );
  return brokenOff(error);
}

const isSuccess = (status: number): boolean => status > 199 && status < 300;

const brokenOff = (cause: unknown) =>
  new AssistantError('provider_failed', 'The AI provider broke off its answer, or sent what can not be read.', cause);

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name can not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
  ERR_LINK_LOCAL: 'its address is link-local',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it does not speak TLS',
};

function refusal(error: APICallError, status: number, said: string): AssistantError {
  const retryAfter = Number(error.responseHeaders?.['retry-after']);
  const wait = Number.isFinite(retryAfter) && retryAfter > 0 ? Math.min(Math.ceil(retryAfter), 86_400) : undefined;
  const made = (code: AssistantError['code'], message: string) => new AssistantError(code, message, error, wait);
  // What is said of a refused key may hold a part of it.
  if (status === 401 || status === 403)
    return made(
      'provider_key_refused',
      'The AI provider refuses the key. Somebody who manages the settings can enter another.',
    );
  if (status === 404)
    return made('provider_model_unknown', `The AI provider knows no such model, or its address is wrong${said}`);
  if (status === 429) return made('provider_rate_limited', `The AI provider takes no more questions now${said}`);
  if (status === 503 || status === 529) return made('provider_overloaded', `The AI provider is overloaded${said}`);
  if (status >= 500) return made('provider_failed', `The AI provider failed with status ${status}${said}`);
  if (status === 413 || tooLong.test(said))
    return made('provider_context_too_long', 'The conversation is too long for this model. Begin a new chat.');
  if (status < 400)
    return made(
      'provider_refused',
      `The AI provider sends to another address with status ${status}; no redirect is followed.`,
    );
  return made('provider_refused', `The AI provider refuses the question with status ${status}${said}`);
}

const tooLong =
  /context[ _](length|window|size)|maximum context|prompt is too long|too many (input )?tokens|exceeds? .*(token|context)|input is too long/i;

/** What the provider says, as the end of a sentence. */
function words(error: APICallError, secret: string | null): string {
  const plain = error.message.replaceAll(/\s+/g, ' ').trim();
  const safe = secret ? plain.replaceAll(secret, '…') : plain;
  if (safe === '') return '.';
  return `: ${safe.length > WORDS_CHARS ? `${safe.slice(0, WORDS_CHARS)}…` : safe}`;
}

/** The first of an error and its causes. */
function firstOf(error: unknown, test: (one: unknown) => boolean): unknown {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = nextOf(one), depth++)
    if (test(one)) return one;
  return undefined;
}

const nextOf = (error: Error): unknown =>
  error instanceof AggregateError ? error.errors[0] : 'lastError' in error ? error.lastError : error.cause;
