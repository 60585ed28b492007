import type { ScriptRow } from './queries.ts';

export type ScriptGroup = { category: string; scripts: ScriptRow[] };

/** Scripts by category, in the order of their names; those without one come last. */
export function groupScripts(scripts: readonly ScriptRow[]): ScriptGroup[] {
  const groups = new Map<string, ScriptGroup>();
  for (const script of scripts) {
    const key = script.category.toLowerCase();
    const group = groups.get(key) ?? { category: script.category, scripts: [] };
    group.scripts.push(script);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => {
    if ((one.category === '') !== (other.category === '')) return one.category === '' ? 1 : -1;
    return one.category.localeCompare(other.category);
  });
}

/** Whether every word is somewhere in its name, description or category. */
export function matches(script: Pick<ScriptRow, 'name' | 'description' | 'category'>, search: string): boolean {
  const text = `${script.name} ${script.description} ${script.category}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
