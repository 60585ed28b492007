import type { PingAnswer, Surroundings } from '../../checks.ts';
import { pingAnswer } from '../../ping.ts';

export async function ping(host: string, count: number, { run }: Surroundings): Promise<PingAnswer> {
  return pingAnswer(await run('ping', ['-n', '-c', String(count), '-W', '2', '--', host]));
}
