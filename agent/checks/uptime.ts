import { uptime } from 'node:os';
import { type Check, measured } from './reading.ts';

export const check: Check<'uptime'> = async () => {
  const days = uptime() / 86_400;
  return measured(days, `The machine has run for ${days.toFixed(1)} days.`);
};
