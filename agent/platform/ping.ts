/** What the ping commands of Linux and macOS print. */
import { type PingAnswer, Unreachable } from './checks.ts';
import { type CommandOutput, firstLine } from './command.ts';

/**
 * The two lines of the summary, as iputils, inetutils, BusyBox and macOS write them:
 * `4 packets transmitted, 4 received, …` and `rtt min/avg/max/mdev = 0.031/0.040/0.051/0.007 ms`.
 * Undefined when there is none, as for a name that does not resolve.
 */
export function parsePing(text: string): PingAnswer | undefined {
  const [, sent, received] = /(\d+) packets transmitted, (\d+) (?:packets )?received/.exec(text) ?? [];
  if (sent === undefined || received === undefined) return undefined;
  const [, average] = /min\/avg\/max\S* = [\d.]+\/([\d.]+)\//.exec(text) ?? [];
  return { sent: Number(sent), received: Number(received), average_ms: average === undefined ? null : Number(average) };
}

/** @throws Unreachable when the name does not resolve or no way leads there; Error when ping itself cannot work. */
export function pingAnswer({ stdout, stderr }: CommandOutput): PingAnswer {
  const answer = parsePing(stdout);
  if (answer) return answer;
  const complaint = firstLine(stderr) || firstLine(stdout) || 'ping said nothing.';
  throw /permi|capab|usage|option/i.test(complaint) ? new Error(complaint) : new Unreachable(complaint);
}
