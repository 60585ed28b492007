import { uptime } from 'node:os';
import { type Check, counted, measured } from './reading.ts';

export const check: Check<'uptime'> = async () => {
  const days = uptime() / 86_400;
  return measured(days, `The machine has run for ${counted(Math.floor(days), 'day')}.`);
};
