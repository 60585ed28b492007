/** What the pages of scripts, and the dialog that runs them, work out without a server. */
import { describe, expect, test } from 'vitest';
import { argsOf, argsText, sameGiven, variablesOf, variablesText } from '../../console/pages/jobs/given.ts';
import { groupScripts, matches } from '../../console/pages/scripts/groups.ts';
import type { ScriptRow } from '../../console/pages/scripts/queries.ts';

const script = (name: string, category: string): ScriptRow => ({
  ...{ id: name, name, category, description: `${name} in words`, shell: 'sh', parameters: [], systems: [] },
  ...{ timeout_sec: 60, builtin: false, version: 1, risk_hints: [] },
  ...{ created_at: '2026-11-20T09:00:00.000Z', updated_at: '2026-11-20T09:00:00.000Z' },
});

describe('the list', () => {
  test('is grouped without case, in order, with the uncategorized last', () => {
    const groups = groupScripts([
      script('a', ''),
      script('b', 'Network'),
      script('c', 'network'),
      script('d', 'Disks'),
    ]);
    expect(groups.map(({ category, scripts }) => [category, scripts.map(({ name }) => name)])).toEqual([
      ['Disks', ['d']],
      ['Network', ['b', 'c']],
      ['', ['a']],
    ]);
  });

  test('finds every word of a search somewhere in a script', () => {
    const one = script('Flush DNS', 'Network');
    expect(['dns', 'NETWORK flush', 'words dns', ''].map((search) => matches(one, search))).toEqual(
      Array(4).fill(true),
    );
    expect(matches(one, 'dns disks')).toBe(false);
  });
});

describe('arguments and variables', () => {
  test('are lines, which keep their spaces', () => {
    expect(argsOf('a b\n\n c\n')).toEqual(['a b', '', ' c']);
    expect(argsOf('')).toEqual([]);
    expect(argsOf(argsText(['a b', '', ' c']))).toEqual(['a b', '', ' c']);
  });

  test('are names and values, and a line that is none is told', () => {
    expect(variablesOf('A=1\n\n B=x=y \nC=')).toEqual({ env: { A: '1', B: 'x=y ', C: '' }, wrong: undefined });
    expect(variablesOf('A=1\nno variable').wrong).toBe('no variable');
    expect(variablesOf('1A=2').wrong).toBe('1A=2');
  });

  test('start again from a job without the secrets, which nobody was told', () => {
    expect(variablesText({ A: '1', PASSWORD: null })).toBe('A=1\nPASSWORD=');
  });

  test('are the same in any order of the variables, and not in any order of the arguments', () => {
    const given = { args: ['a', 'b'], env: { A: '1', B: '2' } };
    expect(sameGiven(given, { args: ['a', 'b'], env: { B: '2', A: '1' } })).toBe(true);
    expect(sameGiven(given, { args: ['b', 'a'], env: { A: '1', B: '2' } })).toBe(false);
  });
});
