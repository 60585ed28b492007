import type { HttpResponse, RecognizedString } from 'uWebSockets.js';

/**
 * Puts what every answer needs at its end, whoever writes it: to HEAD goes the length without the body, since a body
 * would be read as the next answer on the connection (RFC 9112, 6.3), and while the server stops, the connection closes
 * behind its answer, so that a busy client connects elsewhere instead of holding the stop up.
 */
export function shapeEnd(res: HttpResponse, method: string, stopping: () => boolean): void {
  const end = res.end.bind(res);
  res.end = (body, close) => {
    if (method !== 'head') return end(body, close || stopping());
    if (close || stopping()) return end(undefined, true);
    // Called with a length, endWithoutBody() of this build waits for that body and takes no further request.
    res.writeHeader('Content-Length', String(byteLength(body)));
    return res.endWithoutBody();
  };
}

const byteLength = (body: RecognizedString | undefined): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
