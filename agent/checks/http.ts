import type { CheckConfig } from '../../schema/check-types.ts';
import { Unreachable } from '../platform/checks.ts';
import { refuseLinkLocal } from './link-local.ts';
import { networkSentence } from './network-sentence.ts';
import { type Check, type CheckContext, measured, rounded } from './reading.ts';

/** The text that is looked for must be in this much of the body. */
const BODY_BYTES = 1024 * 1024;
const REDIRECTS = 10;

/** The time until the whole answer, as far as it is read: to its head, or as far as the wanted text. */
export const check: Check<'http'> = async (config, { signal }) => {
  const begun = performance.now();
  const response = await request(config, signal);
  const { status } = response;
  const isFound = config.expect_body === '' || (await bodyContains(response, config.expect_body, signal));
  await response.body?.cancel().catch(() => undefined); // the rest is not wanted; a connection that broke by now is fine too
  const ms = performance.now() - begun;
  const line = `HTTP status ${status} after ${ms.toFixed(1)} ms`;
  const failed = { verdict: 'error' as const, value: rounded(ms) };
  if (status !== config.expect_status) return { ...failed, output: `${line}, expected ${config.expect_status}.` };
  if (!isFound) return { ...failed, output: `${line}, but the body does not hold the expected text.` };
  return measured(ms, `${line}.`);
};

/** fetch's own redirects differ between runtimes in what they send on: here credentials stay with their server. */
async function request(config: CheckConfig<'http'>, signal: CheckContext['signal']): Promise<Response> {
  let url = new URL(config.url);
  let { method }: { method: string } = config;
  const first = url.origin;
  const authorization = credentials(url);
  for (let step = 0; ; step++) {
    const headers: Record<string, string> = { 'user-agent': 'Muster', accept: '*/*' };
    if (authorization && url.origin === first) headers.authorization = authorization;
    await refuseLinkLocal(url);
    const response = await fetchOnce(url, method, headers, signal);
    const location =
      config.follow && response.status >= 300 && response.status < 400 && response.headers.get('location');
    if (!location) return response;
    await response.body?.cancel();
    if (step === REDIRECTS) throw new Unreachable(`More than ${REDIRECTS} redirects.`);
    url = nextAddress(location, url);
    if (method === 'POST' && response.status < 307) method = 'GET'; // RFC 9110, 15.4
  }
}

function nextAddress(location: string, from: URL): URL {
  const next = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (!next || !/^https?:$/.test(next.protocol)) throw new Unreachable('A redirect leads to no web address.');
  next.username = '';
  next.password = '';
  return next;
}

/** Takes name and password out of the address, so that no message can hold them. */
function credentials(url: URL): string | undefined {
  const { username, password } = url;
  if (!username && !password) return undefined;
  url.username = '';
  url.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

async function fetchOnce(url: URL, method: string, headers: Record<string, string>, signal: AbortSignal) {
  const options = {
    method,
    headers,
    signal,
    redirect: 'manual' as const,
    // A connection of its own, so that each reading measures the same thing.
    keepalive: false,
    // Bun's own: certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    tls: { rejectUnauthorized: true },
  };
  try {
    return await fetch(url, options);
  } catch (error) {
    signal.throwIfAborted();
    throw new Unreachable(networkSentence(error));
  }
}

async function bodyContains(response: Response, wanted: string, signal: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      text += decoder.decode(chunk, { stream: true });
      if (text.includes(wanted)) return true;
      if (bytes >= BODY_BYTES) return false;
      // What could be the beginning of the wanted text stays.
      text = text.slice(-wanted.length);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new Unreachable(networkSentence(error));
  }
  return false;
}
