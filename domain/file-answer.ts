/** Codings that files are compressed with beforehand (RFC 9110, 8.4.1; RFC 8878 for zstd). */
export type Coding = 'zstd' | 'br' | 'gzip';

/** Where the bytes lie. A file on disk is not changed once it is served: what replaces it has another name or folder. */
export type FileBody = { path: string } | { bytes: Uint8Array };

/** A file that an endpoint answers with; runtime/static-files/send.ts sends it. */
export interface FileAnswer {
  /** Of the whole file; default 200. */
  status?: number;
  /** Media type with its parameters. */
  contentType: string;
  /** SHA-256 of the uncompressed bytes in hex, whatever coding they are sent in (CONTRACT.md, Updates). */
  etag: string;
  cacheControl: string;
  body: FileBody;
  /** The same bytes compressed, the preferred one first; Accept-Encoding chooses. */
  encodings: { coding: Coding; body: FileBody }[];
  /** Further headers, e.g. a CSP. */
  headers?: Record<string, string>;
}
