import type { HttpRequest, HttpResponse } from 'uWebSockets.js';

/** CONTRACT.md, HTTP conventions. */
export const BODY_MAX_BYTES = 1024 * 1024;

/** What a request head says of its body: `refuse` with a status, or nothing to object to. */
export function judgeHead(req: HttpRequest): 400 | 413 | undefined {
  const lengths: string[] = [];
  const codings: string[] = [];
  req.forEach((name, value) => {
    if (name === 'content-length') lengths.push(value);
    else if (name === 'transfer-encoding') codings.push(value.trim().toLowerCase());
  });
  // Two lengths are how requests are smuggled (RFC 9112, 6.3); this uWebSockets.js build lets them pass (RECIPES.md).
  if (lengths.length > 1 || lengths.some((length) => !/^\d+$/.test(length))) return 400;
  // It also takes `gzip, chunked` for chunked, where a proxy in front may read the body otherwise (RFC 9112, 6.1).
  if (codings.length > 1 || codings.some((coding) => coding !== 'chunked')) return 400;
  return Number(lengths[0] ?? 0) > BODY_MAX_BYTES ? 413 : undefined;
}

/**
 * Counts body bytes as they arrive and ends the exchange past the limit, because the adapter would go on collecting
 * (RECIPES.md). `overrun` answers, and its answer closes the connection: the rest of the body would follow on it. The
 * adapter is then told that the client went away, which frees what it holds.
 */
export function limitBody(res: HttpResponse, overrun: () => void): void {
  const onData = res.onData.bind(res);
  const onAborted = res.onAborted.bind(res);
  const aborted: (() => void)[] = [];
  const end = res.end.bind(res);
  let bytes = 0;
  let over = false;
  let answered = false;
  res.end = (body, close) => {
    answered = true;
    return end(body, over || close); // the adapter puts its own `end` on top, which forgets `close`
  };
  res.onAborted = (handler) => {
    aborted.push(handler);
    return onAborted(() => {
      if (!over) for (const tell of aborted) tell();
    });
  };
  res.onData = (handler) =>
    onData((chunk, isLast) => {
      if (over || answered) return;
      bytes += chunk.byteLength;
      if (bytes <= BODY_MAX_BYTES) return handler(chunk, isLast);
      over = true;
      overrun();
      for (const tell of aborted) tell();
    });
}
