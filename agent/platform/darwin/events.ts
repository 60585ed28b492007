import { z } from 'zod';
import type { EventCount, EventQuery, Surroundings } from '../checks.ts';
import { succeeded } from '../command.ts';
import { createTally } from '../tally.ts';

/** The unified log has no warnings: what is not an error is at its default level, or information. */
const types: Record<EventQuery['level'], readonly string[]> = {
  critical: ['fault'],
  error: ['fault', 'error'],
  warning: ['fault', 'error'],
  information: ['fault', 'error', 'default', 'info'],
};

export async function events(query: EventQuery, { run }: Surroundings): Promise<EventCount> {
  if (query.event_id !== undefined) throw new Error('The log of macOS has no event ids.');
  const detail = query.level === 'information' ? ['--info'] : [];
  const args = [
    'show',
    '--style',
    'ndjson',
    ...detail,
    '--last',
    `${query.window_min}m`,
    '--predicate',
    predicateOf(query),
  ];
  const tally = createTally(query.contains);
  const output = await run('/usr/bin/log', args, {
    onLine(line) {
      const message = messageOf(line);
      if (message !== undefined) tally.add(message);
    },
  });
  succeeded('log', output);
  return tally.result(false);
}

/** By predicate, so that log does not write the whole of a busy system (log(1), Predicate-based filtering). */
export function predicateOf({ level, source }: EventQuery): string {
  const severity = types[level].map((type) => `messageType == ${type}`).join(' OR ');
  if (!source) return `(${severity})`;
  const text = `"${source.replace(/[\\"]/g, '\\$&')}"`;
  return `(${severity}) AND (subsystem == ${text} OR process == ${text})`;
}

const Entry = z.object({ eventMessage: z.string() });

/** Undefined for the last line, which tells only how many there were. */
export function messageOf(line: string): string | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data?.eventMessage;
  } catch {
    return undefined; // a heading
  }
}
