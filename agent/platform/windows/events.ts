import type { EventCount, EventQuery, Surroundings } from '../checks.ts';
import { succeeded } from '../command.ts';
import { createTally } from '../tally.ts';
import { systemProgram } from './powershell.ts';

/** More events are not read; the check then says that there are more. */
const READ_MAX = 2000;

export async function events(query: EventQuery, { env, run }: Surroundings): Promise<EventCount> {
  const log = query.log || 'System';
  if (/^[/-]/.test(log)) throw new Error('This is no name of a log.');
  // RenderedXml has the message in words; /uni makes it UTF-16 whatever the code page of the machine.
  const args = ['qe', log, `/q:${xpathOf(query)}`, '/f:RenderedXml', `/c:${READ_MAX}`, '/rd:true', '/uni:true'];
  const output = await run(systemProgram(env, 'wevtutil.exe'), args, { encoding: 'utf16le' });
  return tallyEvents(succeeded('wevtutil', output), query.contains);
}

/** Level 1 critical, 2 error, 3 warning, 4 information; 0 is written by what has no level, and is information. */
const levels: Record<EventQuery['level'], number> = { critical: 1, error: 2, warning: 3, information: 4 };

/** A query of the event log's own XPath (learn.microsoft.com, Consuming Events). */
export function xpathOf({ level, source, event_id, window_min }: EventQuery): string {
  const severity = `(${level === 'information' ? 'Level=0 or ' : ''}(Level>=1 and Level<=${levels[level]}))`;
  const conditions = [
    ...(source ? [`Provider[@Name=${literal(source)}]`] : []),
    severity,
    ...(event_id === undefined ? [] : [`EventID=${event_id}`]),
    `TimeCreated[timediff(@SystemTime)<=${window_min * 60_000}]`,
  ];
  return `*[System[${conditions.join(' and ')}]]`;
}

/** XPath 1.0 has no escape: the quote that the text does not hold. */
function literal(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  throw new Error('The source must not hold both kinds of quotes.');
}

/** The newest event comes first. */
export function tallyEvents(xml: string, contains: string): EventCount {
  const all = xml.match(/<Event[ >].*?<\/Event>/gs) ?? [];
  const tally = createTally(contains);
  for (const event of all.toReversed())
    tally.add(unescaped(/<Message>(.*?)<\/Message>/s.exec(event)?.[1] ?? dataOf(event)));
  return tally.result(all.length >= READ_MAX);
}

/** Of an event whose program is gone, and with it the words. */
const dataOf = (event: string) => [...event.matchAll(/<Data[^>]*>(.*?)<\/Data>/gs)].map(([, text]) => text).join(' ');

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    return code === undefined ? (entities[name] ?? all) : code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
