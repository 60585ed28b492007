import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { errorCode } from '../../text.ts';

const run = promisify(execFile);

/**
 * What a small command prints, in the C locale; undefined when the machine does not have it.
 * @throws when it fails or takes longer than 30 s.
 */
export async function commandOutput(command: string, args: string[]): Promise<string | undefined> {
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    const { stdout } = await run(command, args, {
      env,
      timeout: 30_000,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new Error(
      `${command} failed: ${z.object({ stderr: z.string() }).safeParse(error).data?.stderr.trim() || error}`,
    );
  }
}

/** A file of /proc, /sys or /etc without surrounding white space and NULs; empty when it is not there or not readable. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', '').trim();
  } catch {
    return ''; // many of these exist on some machines only, and reading some gives EINVAL or EIO
  }
}

/** Names in a folder, sorted; none when it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
