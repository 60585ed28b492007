/**
 * Windows PowerShell 5.1, which every Windows since 10 and Server 2016 has. Scripts here are constants; values reach them
 * as environment variables, so that none can be read as code.
 */
import type { Surroundings } from '../checks.ts';
import { succeeded } from '../command.ts';

/** A program of the system's own folder: no other in PATH may stand in for it. */
export const systemProgram = (env: NodeJS.ProcessEnv, name: string) =>
  `${env.SystemRoot ?? env.SYSTEMROOT ?? 'C:\\Windows'}\\System32\\${name}`;

/** What the script writes. @throws with the first line of its complaint. */
export async function powershell(script: string, { env, run }: Surroundings, values: Record<string, string> = {}) {
  const program = systemProgram(env, 'WindowsPowerShell\\v1.0\\powershell.exe');
  // -EncodedCommand takes UTF-16LE, and needs no quoting on the way.
  const encoded = Buffer.from(`${preamble}${script}`, 'utf16le').toString('base64');
  const args = ['-NoLogo', '-NoProfile', '-NonInteractive', '-EncodedCommand', encoded];
  return succeeded('PowerShell', await run(program, args, { env: values }));
}

/** Errors end it, nothing draws a progress bar into stderr, and text comes as UTF-8. */
const preamble =
  "$ErrorActionPreference='Stop';$ProgressPreference='SilentlyContinue';[Console]::OutputEncoding=[Text.Encoding]::UTF8;";
