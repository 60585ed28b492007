import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceState, Surroundings } from '../checks.ts';
import { firstLine } from '../command.ts';
import { systemProgram } from './powershell.ts';

/** ERROR_SERVICE_DOES_NOT_EXIST, ERROR_INVALID_NAME. */
const MISSING = [1060, 123];
/** ERROR_SERVICE_ALREADY_RUNNING. */
const RUNS_ALREADY = 1056;
const STOP_LOOKS = 30;

/** SERVICE_STATUS.dwCurrentState: the numbers stay in every language, the labels do not. */
const states: Record<string, ServiceState> = {
  1: { state: 'stopped', words: 'stopped' },
  2: { state: 'starting', words: 'starting' },
  3: { state: 'stopped', words: 'stopping' },
  4: { state: 'running', words: 'running' },
  5: { state: 'starting', words: 'resuming' },
  6: { state: 'stopped', words: 'pausing' },
  7: { state: 'stopped', words: 'paused' },
};

export async function service(name: string, { env, run }: Surroundings): Promise<ServiceState> {
  const { code, stdout } = await run(systemProgram(env, 'sc.exe'), ['query', name]);
  if (code !== null && MISSING.includes(code)) return { state: 'missing', words: 'missing' };
  if (code !== 0) throw new Error(`sc failed: ${firstLine(stdout) || `exit code ${code}`}`);
  return parseService(stdout);
}

/** `sc query` writes name, type and state, one a line; the type comes first and has a number too. */
export function parseService(text: string): ServiceState {
  const [, second] = [...text.matchAll(/^[ \t]+[^\s:][^:\r\n]*:[ \t]*([0-9a-f]+)[ \t]+\S/gim)].map(
    ([, number]) => number,
  );
  const found = second === undefined ? undefined : states[second];
  if (!found) throw new Error('sc did not tell the state of the service.');
  return found;
}

/** Starts it; a paused one is stopped before. */
export async function restartService(name: string, at: Surroundings): Promise<void> {
  const sc = systemProgram(at.env, 'sc.exe');
  if ((await service(name, at)).words !== 'stopped') await at.run(sc, ['stop', name]);
  for (let look = 0; look < STOP_LOOKS && (await service(name, at)).words !== 'stopped'; look++)
    await delay(1000, undefined, { signal: at.signal });
  const { code, stdout } = await at.run(sc, ['start', name]);
  if (code !== 0 && code !== RUNS_ALREADY) throw new Error(firstLine(stdout) || `exit code ${code}`);
}
