import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Surroundings } from '../../checks.ts';
import { NoCommand } from '../../command.ts';
import { namesIn, readText } from '../command.ts';

/** From whichever package manager has left a history: apt, else dpkg, else dnf, else zypper. */
export async function lastPatch(at: Surroundings): Promise<Date | null> {
  return (
    newest('/var/log/apt', 'history.log', parseAptHistory) ??
    newest('/var/log', 'dpkg.log', parseDpkgLog) ??
    parseZyppHistory(readText('/var/log/zypp/history')) ??
    (await lastOfDnf(at))
  );
}

/** Looks into a log, then the rotated ones, the newest first, until one tells. */
function newest(folder: string, name: string, parse: (text: string) => Date | null): Date | null {
  const age = (file: string) => Number(/^\.(\d+)/.exec(file.slice(name.length))?.[1] ?? 0);
  const files = namesIn(folder).filter((file) => file === name || /^\.\d+(\.gz)?$/.test(file.slice(name.length)));
  for (const file of files.filter((one) => one.startsWith(name)).sort((a, b) => age(a) - age(b))) {
    const bytes = readFileSync(`${folder}/${file}`);
    const found = parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
    if (found) return found;
  }
  return null;
}

/** The last run that upgraded packages, ended, and had no error. Times are the machine's own. */
export function parseAptHistory(text: string): Date | null {
  const runs = text.split(/\n\s*\n/).filter((run) => /^Upgrade: /m.test(run) && !/^Error: /m.test(run));
  const ends = runs.flatMap((run) => /^End-Date: (\S+)\s+(\S+)/m.exec(run)?.slice(1, 3).join('T') ?? []);
  return latest(ends);
}

/** Lines `2026-11-20 09:31:02 upgrade openssl:amd64 3.0.15-1 3.0.16-1`. */
export function parseDpkgLog(text: string): Date | null {
  return latest([...text.matchAll(/^(\S+) (\S+) upgrade /gm)].map(([, day, time]) => `${day}T${time}`));
}

/** Lines `2026-11-20 09:31:02|patch  |SUSE-2026-1|1|noarch|…`: zypper notes a patch once it is applied. */
export function parseZyppHistory(text: string): Date | null {
  return latest([...text.matchAll(/^(\S+) (\S+?)\|patch\s*\|/gm)].map(([, day, time]) => `${day}T${time}`));
}

async function lastOfDnf({ run }: Surroundings): Promise<Date | null> {
  try {
    const { code, stdout } = await run('dnf', ['--quiet', 'history', 'list']);
    return code === 0 ? parseDnfHistory(stdout) : null;
  } catch (error) {
    if (error instanceof NoCommand) return null;
    throw error;
  }
}

/**
 * A table, newest first: `ID | Command line | Date and time | Action(s) | Altered` in dnf 4, where actions are a word or
 * several letters (U: Upgrade); spaces between the columns and seconds in the time in dnf 5, whose table names no action,
 * so that there the command tells. A transaction that failed ends with `EE`, `*E` or `##`.
 */
export function parseDnfHistory(text: string): Date | null {
  const times = text.split('\n').flatMap((line) => {
    const [, command = '', day, time, rest = ''] =
      /^\s*\d+[\s|]+(.*?)[\s|]+(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)[\s|]+(.*)$/.exec(line) ?? [];
    const upgrades = /\b(Upgrade|Update|U)\b/.test(rest.replace(/\d.*$/, '')) || /\b(upgrade|update)\b/.test(command);
    return day && upgrades && !/(EE|\*E|E<|##)\s*$/.test(rest) ? [`${day}T${time}`] : [];
  });
  return latest(times);
}

function latest(times: string[]): Date | null {
  const known = times.map((time) => Date.parse(time)).filter((ms) => !Number.isNaN(ms));
  return known.length > 0 ? new Date(Math.max(...known)) : null;
}
