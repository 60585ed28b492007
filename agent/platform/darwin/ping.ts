import { isIPv6 } from 'node:net';
import type { PingAnswer, Surroundings } from '../checks.ts';
import { pingAnswer } from '../ping.ts';

/** Names are asked over IPv4: ping6 is another command here, with options of its own. */
export async function ping(host: string, count: number, { run }: Surroundings): Promise<PingAnswer> {
  if (isIPv6(host)) return pingAnswer(await run('/sbin/ping6', ['-n', '-c', String(count), '--', host]));
  return pingAnswer(await run('/sbin/ping', ['-n', '-c', String(count), '-W', '2000', '--', host]));
}
