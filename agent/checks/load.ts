import { availableParallelism } from 'node:os';
import { type Check, counted, measured } from './reading.ts';

export const check: Check<'load'> = async (_config, context) => {
  const cores = availableParallelism();
  const load = await context.platform.load(context);
  return measured(load / cores, `Load ${load.toFixed(2)} on ${counted(cores, 'core')}.`);
};
