import { existsSync } from 'node:fs';
import type { z } from 'zod';
import type { Service } from '../../../schema/inventory.ts';
import { clean } from '../../text.ts';
import { commandOutput } from './command.ts';

const quiet = ['--type=service', '--all', '--plain', '--no-legend', '--no-pager', '--full'];

/** systemd's services; none where the machine was not booted with it (sd_booted(3)). */
export async function services(): Promise<z.infer<typeof Service>[]> {
  if (!existsSync('/run/systemd/system')) return [];
  const units = (await commandOutput('systemctl', ['list-units', ...quiet])) ?? '';
  const files = (await commandOutput('systemctl', ['list-unit-files', ...quiet])) ?? '';
  return parseServices(units, files);
}

/**
 * `units` has UNIT LOAD ACTIVE SUB DESCRIPTION, `files` has UNIT STATE [PRESET]. A file that is not loaded is
 * inactive; a template (`getty@.service`) is no service until it has an instance.
 */
export function parseServices(units: string, files: string): z.infer<typeof Service>[] {
  const start = new Map(files.split('\n').map((line) => firstTwo(line)));
  const found = new Map<string, z.infer<typeof Service>>();
  for (const name of start.keys()) {
    if (name && !name.endsWith('@.service')) found.set(name, service(name, '', 'inactive', start));
  }
  for (const line of units.split('\n')) {
    const [, name, load, active, sub, description = ''] = /^(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    if (name && load !== 'not-found')
      found.set(name, service(name, description, active === 'active' ? sub : active, start));
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, 5000);
}

/** An instance starts as its template does. */
function service(unit: string, description: string, state = '', start: Map<string, string>): z.infer<typeof Service> {
  const template = unit.replace(/@.*\.service$/, '@.service');
  return {
    name: clean(unit.replace(/\.service$/, ''), 500),
    description: clean(description.trim(), 500),
    state: clean(state, 500),
    start: clean(start.get(unit) ?? start.get(template) ?? '', 500),
  };
}

function firstTwo(line: string): [string, string] {
  const [unit = '', state = ''] = line.trim().split(/\s+/);
  return [unit, state];
}
