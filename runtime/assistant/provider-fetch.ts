/**
 * What the AI SDK sends with: node:http, one connection for each question. It follows no redirect, so that the key goes to the
 * configured address and nowhere else, and connects to no link-local address, where clouds keep their metadata, by whatever name.
 */
import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Of one answer; what a model writes is far smaller. */
const ANSWER_BYTES = 32 * 1024 * 1024;

const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
for (const prefix of ['::ffff:', '64:ff9b::']) linkLocal.addSubnet(`${prefix}169.254.0.0`, 112, 'ipv6');

/** Where clouds hand out credentials. @param address as a resolver gives it */
export function isLinkLocal(address: string): boolean {
  const plain = address.split('%', 1)[0] ?? '';
  return linkLocal.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

class RefusedAddress extends Error {
  readonly code = 'ERR_LINK_LOCAL';
}

/** As the operating system's, without the addresses that are not connected to: one of them spoils the name. */
const judged =
  (look: typeof lookup): LookupFunction =>
  (host, options, done) => {
    look(host, { ...options, all: true }, (error, found) => {
      const first = found?.[0];
      if (error || !first) return done(error ?? new Error(`${host} has no address`), '');
      if (found.some(({ address }) => isLinkLocal(address)))
        return done(new RefusedAddress(`${host} is link-local`), '');
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });
  };

/** The `fetch` of one question. @param look the operating system's unless a test stands in for it */
export function createProviderFetch(look = lookup): typeof fetch {
  const lookupOf = judged(look);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // The lookup of a connection is not asked for an address.
    if (isIP(host) && isLinkLocal(host)) throw new RefusedAddress(`${host} is link-local`);
    const body = typeof init?.body === 'string' ? wellFormed(init.body) : '';
    const headers = new Headers(init?.headers);
    headers.set('content-length', String(Buffer.byteLength(body)));
    headers.set('connection', 'close');
    return toResponse(await post(url, body, Object.fromEntries(headers), lookupOf, init?.signal ?? undefined));
  };
}

/** Without halves of characters, which a model may write, JSON.stringify puts down as escapes, and no provider takes. */
const wellFormed = (json: string): string => json.replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\\ufffd');

function post(
  url: URL,
  body: string,
  headers: Record<string, string>,
  lookupOf: LookupFunction,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  const options = { method: 'POST', headers, agent: false, lookup: lookupOf, signal };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestTls(url, options) : requestPlain(url, options);
    request.on('error', reject);
    request.on('response', resolve);
    request.end(body);
  });
}

function toResponse(response: IncomingMessage): Response {
  const status = response.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) if (value) headers.set(name, [value].flat().join(', '));
  const isBodiless = [101, 204, 205, 304].includes(status);
  return new Response(isBodiless ? null : toWeb(response), { status, headers });
}

/** A connection that ends before its answer does is an error, and so is an answer without end. */
function toWeb(response: IncomingMessage): ReadableStream<Uint8Array> {
  const bounded = async function* () {
    let size = 0;
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > ANSWER_BYTES) throw new Error(`the answer is longer than ${ANSWER_BYTES} bytes`);
      yield new Uint8Array(bytes);
    }
  };
  const chunks = bounded();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      response.destroy();
    },
  });
}
