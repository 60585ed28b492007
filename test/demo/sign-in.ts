import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateSecret } from '../../runtime/data-directory.ts';
import type { Call } from './api.ts';

const USERNAME = 'demo';

/** Makes the first administrator once; the password is random and kept beside the demo's data. */
export async function createSignIn(call: Call, dataDir: string): Promise<{ username: string; password: string }> {
  const password = readOrCreateSecret(
    join(dataDir, 'demo-password'),
    () => `Muster-${randomBytes(9).toString('base64url')}!`,
  ).trim();
  const { needs_bootstrap } = await call('GET /api/auth/state');
  if (needs_bootstrap) await call('POST /api/auth/bootstrap', { body: { username: USERNAME, password } });
  return { username: USERNAME, password };
}
