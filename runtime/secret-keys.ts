import { join } from 'node:path';
import { readOrCreateSecret } from './data-directory.ts';
import { KEY_BYTES } from './secret-box.ts';

interface Settings {
  secretKeys: Buffer[];
  dataDir: string;
}

/**
 * RMM_SECRET_KEY, or the one in the data directory, which is made at the first start.
 * @throws when the file holds no key, at the start and not when somebody's secret is needed
 */
export function readSecretKeys({ secretKeys, dataDir }: Settings, random: (bytes: number) => Uint8Array): Buffer[] {
  if (secretKeys.length > 0) return secretKeys;
  const path = join(dataDir, 'secret.key');
  const key = Buffer.from(
    readOrCreateSecret(path, () => Buffer.from(random(KEY_BYTES)).toString('base64')),
    'base64',
  );
  if (key.length !== KEY_BYTES)
    throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes in base64: restore it from a backup`);
  return [key];
}
