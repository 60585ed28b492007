import type { HttpResponse, RecognizedString } from 'uWebSockets.js';

/**
 * Puts what every answer needs at its end, whoever writes it. To HEAD goes the length without the body, since a body would
 * be read as the next answer on the connection (RFC 9112, 6.3); with 204 and 304 goes no length (RFC 9110, 8.6). While
 * the server stops, the connection closes behind its answer, so that a busy client connects elsewhere instead of holding
 * the stop up; so it does behind an answer that says `Connection: close`.
 */
export function shapeEnd(res: HttpResponse, method: string, stopping: () => boolean): void {
  const end = res.end.bind(res);
  const writeStatus = res.writeStatus.bind(res);
  const writeHeader = res.writeHeader.bind(res);
  let empty = false;
  let closes = false;
  res.writeStatus = (status) => {
    empty = typeof status === 'string' && /^(?:204|304)/.test(status);
    return writeStatus(status);
  };
  res.writeHeader = (name, value) => {
    if (String(name).toLowerCase() !== 'connection') return writeHeader(name, value);
    closes = true; // uWebSockets.js writes the header itself
    return res;
  };
  res.end = (body, close) => {
    const last = close || closes || stopping();
    if (method !== 'head' && !empty) return end(body, last);
    if (last && !empty) return end(undefined, true);
    if (last) writeHeader('Connection', 'close');
    // Called with a length, endWithoutBody() of this build waits for that body and takes no further request.
    if (!empty) res.writeHeader('Content-Length', String(byteLength(body)));
    return res.endWithoutBody();
  };
}

const byteLength = (body: RecognizedString | undefined): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
