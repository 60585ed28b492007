import { plainHost } from './host.ts';
import { type Check, measured } from './reading.ts';

export const check: Check<'ping'> = async ({ host, count }, context) => {
  const { sent, received, average_ms } = await context.platform.ping(plainHost(host), count, context);
  const line = `${received} of ${sent} answered`;
  if (received === 0 || average_ms === null) return { verdict: 'error', value: null, output: `${line}.` };
  return measured(average_ms, `${line}, on average after ${average_ms} ms.`);
};
