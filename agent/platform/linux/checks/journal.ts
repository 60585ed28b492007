import { z } from 'zod';
import type { EventCount, EventQuery, Surroundings } from '../../checks.ts';
import { succeeded } from '../../command.ts';
import { createTally } from '../../tally.ts';

/** The least severe priority of each level (syslog(3)). */
const priorities: Record<EventQuery['level'], number> = { critical: 2, error: 3, warning: 4, information: 6 };

/** What the journal holds, of one unit where `source` names it. Texts are compared here, so that none is a pattern. */
export async function events(query: EventQuery, { run }: Surroundings): Promise<EventCount> {
  if (query.event_id !== undefined) throw new Error('The journal has no event ids.');
  const args = [
    '--no-pager',
    '--quiet',
    '--output=json',
    '--output-fields=MESSAGE',
    `--since=-${query.window_min}min`,
    `--priority=0..${priorities[query.level]}`,
    ...(query.source ? [`--unit=${query.source}`] : []),
  ];
  const tally = createTally(query.contains);
  const output = await run('journalctl', args, { onLine: (line) => tally.add(messageOf(line)) });
  // With --quiet it says nothing on success but a hint that this user sees only a part.
  if (output.code !== 0) succeeded('journalctl', output);
  return tally.result(false);
}

/** systemd's JSON: bytes in place of a string where it is not UTF-8, and null where it is too long. */
const Entry = z.object({
  MESSAGE: z.union([z.string(), z.array(z.number().int().min(0).max(255)), z.null()]).optional(),
});

export function messageOf(line: string): string {
  const entry = Entry.safeParse(parseJson(line));
  const message = entry.data?.MESSAGE ?? '';
  return typeof message === 'string' ? message : Buffer.from(message).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a line cut short: counted all the same, without its words
  }
}
