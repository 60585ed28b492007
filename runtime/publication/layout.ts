/**
 * Where publications lie in the data directory. Each has a folder of its own that is never written again; `dl` is a
 * symbolic link to the current one, replaced by a rename: no moment without it, and a crash leaves the old or the new.
 * A `dl` that is a real folder, as an operator copies one from the machine that signs, is served as well.
 */
import { join } from 'node:path';

export const currentFolder = (dataDir: string): string => join(dataDir, 'dl');
export const publicationsFolder = (dataDir: string): string => join(dataDir, 'publications');

export const MANIFEST = 'manifest.json';
/** A detached signature lies beside what it signs: 64 raw bytes, as `openssl pkeyutl -rawin -verify` takes it. */
export const SIGNATURE_SUFFIX = '.sig';
/** What the binaries were built from; tells whether a build is needed. Not served. */
export const SOURCES = '.sources';
