import { type Check, counted } from './reading.ts';

export const check: Check<'process'> = async ({ name, min_count, max_count }, context) => {
  const count = await context.platform.countProcesses(name, context);
  const line = `${counted(count, 'process', 'processes')} of the name ${name}`;
  if (count < min_count) return { verdict: 'error', value: count, output: `${line}, at least ${min_count} expected.` };
  if (max_count !== undefined && count > max_count)
    return { verdict: 'error', value: count, output: `${line}, at most ${max_count} expected.` };
  return { verdict: 'ok', value: count, output: `${line}.` };
};
