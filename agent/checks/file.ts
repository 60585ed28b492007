import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { errorCode } from '../text.ts';
import { type Check, formatBytes } from './reading.ts';

/** Its age is the time since it was last written. `path` is one path, never a pattern. */
export const check: Check<'file'> = async ({ path, max_age_min, max_size_mb, must_exist }, { now }) => {
  if (!isAbsolute(path)) throw new Error('The path must begin at the root.');
  const found = await statOf(path);
  const says = (verdict: 'ok' | 'error', output: string) => ({ verdict, value: null, output });
  if (!found) return says(must_exist ? 'error' : 'ok', `${path} does not exist.`);
  const minutes = Math.max(0, (now().getTime() - found.mtimeMs) / 60_000);
  const line = `${path} was written ${minutes.toFixed(1)} minutes ago and holds ${formatBytes(found.size)}`;
  if (max_age_min !== undefined && minutes > max_age_min)
    return says('error', `${line}, at most ${max_age_min} minutes expected.`);
  if (max_size_mb !== undefined && found.size > max_size_mb * 1_000_000)
    return says('error', `${line}, at most ${max_size_mb} MB expected.`);
  return says('ok', `${line}.`);
};

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
