import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { readOrCreateSecret } from './data-directory.ts';

export interface BootstrapToken {
  /** Undefined: there is none, and nobody can use one. */
  token: string | undefined;
  /** Where it lies, unless RMM_ADMIN_TOKEN set it. */
  file: string | undefined;
}

/**
 * RMM_ADMIN_TOKEN, or what lies in the data directory. It is made while there is no account, and not again: an administrator
 * who takes the file away has put the token away (docs/security.md).
 */
export function readBootstrapToken(
  config: Config,
  noAccounts: boolean,
  random: (bytes: number) => Uint8Array,
): BootstrapToken {
  if (config.adminToken) return { token: config.adminToken.trim(), file: undefined };
  const file = join(config.dataDir, 'admin-token');
  if (noAccounts) return { token: readOrCreateSecret(file, () => Buffer.from(random(32)).toString('base64url')), file };
  return existsSync(file) ? { token: readFileSync(file, 'utf8').trim(), file } : { token: undefined, file: undefined };
}
