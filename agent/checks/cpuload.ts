import { setTimeout as delay } from 'node:timers/promises';
import { type Check, measured } from './reading.ts';

export const check: Check<'cpuload'> = async ({ window_sec }, { cpu, signal }) => {
  let load = cpu.over(window_sec * 1000);
  if (!load) {
    // The agent has only just started.
    await delay(1000, undefined, { signal });
    load = cpu.over(1000);
  }
  if (!load) throw new Error('The counters of the processors stand still.');
  return measured(load.percent, `${load.percent.toFixed(1)} % over the last ${Math.round(load.windowMs / 1000)} s.`);
};
