/** Counting messages while they are read, and keeping the last few. */
import { clean } from '../text.ts';
import type { EventCount } from './checks.ts';

const KEPT = 3;
const MESSAGE_UNITS = 300;

/** `contains` is plain text, compared without regard to case; every message counts when it is empty. */
export function createTally(contains: string) {
  const wanted = contains.toLowerCase();
  const last: string[] = [];
  let count = 0;
  return {
    add(message: string) {
      if (!message.toLowerCase().includes(wanted)) return;
      count += 1;
      last.push(clean(message.replace(/\s+/g, ' ').trim(), MESSAGE_UNITS));
      if (last.length > KEPT) last.shift();
    },
    result: (isPart: boolean): EventCount => ({ count, isPart, last }),
  };
}
