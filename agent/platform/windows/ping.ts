import { isIP } from 'node:net';
import { type PingAnswer, type Surroundings, Unreachable } from '../checks.ts';
import { firstLine } from '../command.ts';
import { systemProgram } from './powershell.ts';

export async function ping(host: string, count: number, { env, run }: Surroundings): Promise<PingAnswer> {
  const args = ['-n', String(count), '-w', '2000', host];
  const { stdout, stderr } = await run(systemProgram(env, 'PING.EXE'), args);
  const answer = parseWindowsPing(stdout, count);
  // A name that is not known gives one line and no statistics; words are in the machine's language.
  if (!answer) throw new Unreachable(isIP(host) ? firstLine(stdout || stderr) : `The name ${host} is not known.`);
  return answer;
}

/**
 * In any language: a reply's line has one time (`time=13ms`, `Zeit<1ms`, `temps=13 ms`), the line of the statistics three.
 * "Destination host unreachable" comes from a router and has none.
 */
export function parseWindowsPing(text: string, count: number): PingAnswer | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return undefined;
  const times = lines.flatMap((line) => {
    const found = [...line.matchAll(/[=<]\s?(\d+)\s?ms/g)];
    return found.length === 1 ? [Number(found[0]?.[1])] : [];
  });
  const sum = times.reduce((all, ms) => all + ms, 0);
  return { sent: count, received: times.length, average_ms: times.length > 0 ? sum / times.length : null };
}
