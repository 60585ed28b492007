import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Set by agent/build.ts through `bun build --define`; absent when the agent runs from source. */
declare const RMM_AGENT_VERSION: string | undefined;

/** True in a compiled binary, which is started by its own path alone. */
export const isCompiled = typeof RMM_AGENT_VERSION === 'string';

/** The release version: stamped at build, else read from package.json, so that an agent never reports "dev". */
export const version: string = typeof RMM_AGENT_VERSION === 'string' ? RMM_AGENT_VERSION : sourceVersion();

function sourceVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}
