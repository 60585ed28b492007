/** Which Chromium the browser tests drive: the system's, else the one that npm brings, with the libraries it needs. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

export interface Chromium {
  executablePath: string;
  /** Folder for LD_LIBRARY_PATH: a bare Debian has no NSS. Undefined for the system's own. */
  libraries: string | undefined;
}

/**
 * Unpacks npm's Chromium where there is none on the system. Called once before the tests, because two workers that unpack
 * at the same time would start half a file.
 */
export async function prepareChromium(): Promise<Chromium> {
  if (existsSync(SYSTEM_CHROMIUM)) return { executablePath: SYSTEM_CHROMIUM, libraries: undefined };
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
  const [executablePath, folder] = [await packed.executablePath(), await inflate(join(bin, 'al2023.tar.br'))];
  return { executablePath, libraries: join(folder, 'lib') };
}
