/** Metadata documents of AI applications by node:https: whoever asks to be authorized names the address (ATTACKS.md, SSRF). */
import type { IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { type ClientDocument, type ClientDocuments, DocumentError } from '../domain/oauth/applications/documents.ts';
import { AddressError, createJudge, pinned, type Resolve } from './judge-addresses.ts';
import { createNameResolver } from './resolve-names.ts';

/** For look-up, connection, request and answer together. */
const TIMEOUT_MS = 5000;
const DOCUMENT_BYTES = 64 * 1024;
/** Anybody can have a document fetched: no more at once, or in a minute, than applications come along. */
const AT_ONCE = 8;
const PER_MINUTE = 60;

export interface ClientDocumentsParts {
  /** Default: DNS, without the operating system's look-up. */
  resolve?: Resolve;
  /** Certificates in PEM to trust instead of those that Node trusts. */
  ca?: string;
  timeoutMs?: number;
  perMinute?: number;
  /** Of tests, whose servers are on this computer: private addresses count as well. */
  anywhere?: boolean;
}

export function createClientDocuments(parts: ClientDocumentsParts = {}): ClientDocuments {
  const { perMinute = PER_MINUTE, resolve = createNameResolver() } = parts;
  const judge = createJudge(resolve);
  /** The same document is fetched once for all who wait for it. */
  const underWay = new Map<string, Promise<ClientDocument>>();
  let minute = { began: 0, fetched: 0 };
  const admit = () => {
    const now = performance.now();
    if (now - minute.began >= 60_000) minute = { began: now, fetched: 0 };
    minute.fetched += 1;
    if (underWay.size >= AT_ONCE || minute.fetched > perMinute)
      throw new DocumentError('too many are being fetched; try again in a minute.', 'away');
  };
  return {
    fetch: async (url) => {
      const known = underWay.get(url);
      if (known) return known;
      admit();
      const fetching = fetchOne(url, judge, parts).finally(() => underWay.delete(url));
      underWay.set(url, fetching);
      return fetching;
    },
  };
}

async function fetchOne(
  url: string,
  judge: ReturnType<typeof createJudge>,
  { ca, timeoutMs = TIMEOUT_MS, anywhere = false }: ClientDocumentsParts,
): Promise<ClientDocument> {
  const signal = AbortSignal.timeout(timeoutMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DocumentError('it did not come in time.', 'away')), {
      once: true,
    });
  });
  const work = async () => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    return read(await get(url, await judge({ host, publicOnly: !anywhere }), { ca, signal }));
  };
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    if (error instanceof AddressError)
      throw new DocumentError(error.message, error.obstacle === 'host' ? 'away' : 'refused', error);
    throw new DocumentError('its server does not answer.', 'away', error);
  }
}

function get(
  url: string,
  addresses: string[],
  { ca, signal }: { ca: string | undefined; signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      // No connection is kept and used again: each is judged, and asked for no address of its own.
      agent: false,
      lookup: pinned(addresses),
      headers: { Accept: 'application/json', 'User-Agent': 'Muster', Connection: 'close' },
      signal,
    };
    const request = requestTls(url, { ...options, ca, rejectUnauthorized: true });
    request.on('error', reject);
    request.on('response', resolve);
    request.end();
  });
}

/** A redirect is refused like any other status: its target was not judged, and is not the client_id. */
async function read(response: IncomingMessage): Promise<ClientDocument> {
  try {
    const { statusCode: status = 0, headers } = response;
    if (status >= 500 || status === 429) throw new DocumentError(`its server answers ${status}.`, 'away');
    if (status !== 200) throw new DocumentError(`its server answers ${status}.`, 'refused');
    if (!/^application\/([a-z0-9.-]+\+)?json *(;|$)/i.test(headers['content-type'] ?? ''))
      throw new DocumentError('it is not sent as JSON.', 'refused');
    return { text: await textOf(response), maxAgeSec: maxAgeOf(headers['cache-control']) };
  } finally {
    response.destroy();
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > DOCUMENT_BYTES) throw new DocumentError('it is larger than 64 KiB.', 'refused');
    chunks.push(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new DocumentError('it is not UTF-8.', 'refused', cause);
  }
}

/** RFC 9111, 5.2.2. */
function maxAgeOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/\bno-(store|cache)\b/i.test(header)) return 0;
  const digits = /\bmax-age=(\d{1,9})\b/i.exec(header)?.[1];
  return digits === undefined ? null : Number(digits);
}
