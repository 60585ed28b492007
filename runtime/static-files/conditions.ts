/** Preconditions and ranges of RFC 9110, sections 13 and 14. Entity tags come without their quotes. */

/** Whether If-None-Match names what we have: then 304. Compared weakly, since a proxy that compressed has weakened it. */
export function isCurrent(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === etag);
}

/** Whether If-Range lets a range be sent. Compared strongly; a date never holds, because nothing here is dated. */
export const rangeHolds = (ifRange: string, etag: string): boolean => ifRange === '' || ifRange.trim() === `"${etag}"`;

/** Bytes of a file: `start` and the number of them. */
export interface Span {
  start: number;
  length: number;
}

/**
 * The one range that is asked for. Undefined where the header is to be ignored: another unit, several ranges, malformed.
 */
export function parseRange(range: string, size: number): Span | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, length };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, length: end - start + 1 };
}
