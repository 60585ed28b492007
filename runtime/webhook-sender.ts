/** Webhooks by node:https: one connection for each delivery, to an address that was judged. */
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { type WebhookAnswer, type WebhookCall, WebhookError, type WebhookSender } from '../domain/webhooks/sender.ts';
import { AddressError, createJudge, pinned, type Resolve } from './judge-addresses.ts';

/** For look-up, connection, request and answer together. */
const TIMEOUT_MS = 10_000;
/** Of an answer's body; the rest is not read. */
const ANSWER_BYTES = 4096;

export interface WebhookSenderParts {
  /** Default: the operating system's. */
  resolve?: Resolve;
  /** Certificates in PEM to trust instead of those that Node trusts. */
  ca?: string;
  timeoutMs?: number;
}

export function createWebhookSender({ resolve, ca, timeoutMs = TIMEOUT_MS }: WebhookSenderParts = {}): WebhookSender {
  const judge = createJudge(resolve);
  const addressesOf = ({ url, publicOnly }: Pick<WebhookCall, 'url' | 'publicOnly'>) =>
    judge({ host: hostOf(new URL(url)), publicOnly }).catch((error: unknown) => {
      throw error instanceof AddressError ? new WebhookError(error.message, error.obstacle, error.cause) : error;
    });
  return {
    vet: async (target) => {
      if (target.publicOnly) await addressesOf(target);
    },
    send: async (call) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(tooLate(timeoutMs)), { once: true });
      });
      const work = async () => post(call, await addressesOf(call), { ca, signal });
      try {
        return await Promise.race([work(), late]);
      } catch (error) {
        throw toWebhookError(error, signal, timeoutMs);
      }
    },
  };
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function post(
  { url, headers, body }: WebhookCall,
  addresses: string[],
  { ca, signal }: { ca: string | undefined; signal: AbortSignal },
): Promise<WebhookAnswer> {
  const target = new URL(url);
  const tls = target.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      // No connection is kept and used again: each is judged.
      agent: false,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
      // Not asked for an address in the URL itself, which then is the one that was judged.
      lookup: pinned(addresses),
      signal,
    };
    const request = tls
      ? requestTls(target, { ...options, ca, rejectUnauthorized: true })
      : requestPlain(target, options);
    request.on('error', reject);
    request.on('response', (response) => void readAnswer(response).then(resolve, reject));
    request.end(body);
  });
}

/** A redirect is an answer like any other: node:http follows none. */
async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(Buffer.from(chunk));
      size += chunks.at(-1)?.length ?? 0;
      if (size >= ANSWER_BYTES) break;
    }
  } finally {
    response.destroy();
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8') };
}

const tooLate = (timeoutMs: number, cause?: unknown) =>
  new WebhookError(`It did not answer within ${timeoutMs / 1000} s.`, 'receiver', cause);

function toWebhookError(error: unknown, signal: AbortSignal, timeoutMs: number): WebhookError {
  if (error instanceof WebhookError) return error;
  if (signal.aborted) return tooLate(timeoutMs, error);
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  const words =
    error instanceof AggregateError
      ? 'No address of it can be reached.'
      : error instanceof Error
        ? error.message
        : 'failed';
  return new WebhookError(`${words}${code}`, 'receiver', error);
}
