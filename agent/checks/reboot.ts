import type { Check } from './reading.ts';

export const check: Check<'reboot'> = async (_config, context) => {
  const reasons = await context.platform.rebootReasons(context);
  if (reasons.length === 0) return { verdict: 'ok', value: null, output: 'No restart is pending.' };
  return { verdict: 'warning', value: null, output: `A restart is pending: ${reasons.join(', ')}` };
};
