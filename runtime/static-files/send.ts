import type { HttpResponse } from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import type { FileAnswer } from '../../domain/file-answer.ts';
import { chooseCoding } from './accept-encoding.ts';
import { isCurrent, parseRange, rangeHolds, type Span } from './conditions.ts';
import { openSource, type Source } from './source.ts';
import { stream } from './stream.ts';

/** What of a request decides how a file is sent; copied, because an HttpRequest does not outlive its handler. */
export interface FileRequest {
  method: string;
  acceptEncoding: string;
  ifNoneMatch: string;
  ifRange: string;
  range: string;
}

/** A request that is being answered. */
export interface Exchange {
  res: HttpResponse;
  request: FileRequest;
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** Aborted when the client has gone; `res` must not be touched from then on. */
  gone: AbortSignal;
}

type Head = { status: number; headers: Record<string, string> };

/**
 * Sends a file: 200, 206, 304 or 416, to HEAD without the body. A range is always of the uncompressed bytes. All codings
 * share one entity tag, so a client that accepts one and sends If-Range may hold part of another representation: it gets
 * the whole file.
 * @returns the status. @throws Problem when the file is not there; nothing has been sent then.
 */
export async function sendFile(exchange: Exchange, file: FileAnswer): Promise<number> {
  const { request, headers } = exchange;
  const common = { ...headers, ...file.headers, ...validators(file) };
  if (isCurrent(request.ifNoneMatch, file.etag)) return sendEmpty(exchange, { status: 304, headers: common });
  const accepted = chooseCoding(
    request.acceptEncoding,
    file.encodings.map(({ coding }) => coding),
  );
  const isRange = request.method === 'get' && request.range !== '' && mayBeRange(request, file.etag, accepted);
  const encoded = isRange ? undefined : file.encodings.find(({ coding }) => coding === accepted);
  const source = await openSource(encoded?.body ?? file.body);
  try {
    const span = isRange ? parseRange(request.range, source.size) : undefined;
    const described = {
      ...common,
      'Content-Type': file.contentType,
      ...(encoded ? { 'Content-Encoding': encoded.coding } : { 'Accept-Ranges': 'bytes' }),
    };
    return await sendSource(exchange, source, span, { status: file.status ?? 200, headers: described });
  } finally {
    await source.close();
  }
}

const mayBeRange = ({ ifRange }: FileRequest, etag: string, accepted: string | undefined): boolean =>
  rangeHolds(ifRange, etag) && (ifRange === '' || accepted === undefined);

const validators = ({ etag, cacheControl, encodings }: FileAnswer): Record<string, string> => ({
  ETag: `"${etag}"`,
  'Cache-Control': cacheControl,
  ...(encodings.length > 0 && { Vary: 'Accept-Encoding' }),
});

async function sendSource(
  exchange: Exchange,
  source: Source,
  span: Span | 'unsatisfiable' | undefined,
  { status: whole, headers }: Head,
): Promise<number> {
  const { res, request, gone } = exchange;
  const { size } = source;
  if (span === 'unsatisfiable')
    return sendEmpty(exchange, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } }, 0);
  const status = span ? 206 : whole;
  const range = span && { 'Content-Range': `bytes ${span.start}-${span.start + span.length - 1}/${size}` };
  const head = { status, headers: { ...headers, ...range } };
  if (request.method === 'head' || size === 0) return sendEmpty(exchange, head, size);
  await stream(res, source, span ?? { start: 0, length: size }, () => writeHead(res, head), gone);
  return status;
}

/** Ends without a body; `length` is what GET would have sent. */
function sendEmpty({ res, gone }: Exchange, head: Head, length?: number): number {
  if (gone.aborted) return head.status;
  res.cork(() => {
    writeHead(res, head);
    // Given the length, endWithoutBody() of this build waits for that body and takes no further request.
    if (length !== undefined) res.writeHeader('Content-Length', String(length));
    res.endWithoutBody();
  });
  return head.status;
}

export function writeHead(res: HttpResponse, { status, headers }: Head): void {
  res.writeStatus(`${status} ${STATUS_CODES[status]}`);
  for (const [name, value] of Object.entries(headers)) res.writeHeader(name, value);
}
