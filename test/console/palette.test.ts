import { expect, test } from 'vitest';
import { type Command, filterCommands, grouped, highlightParts } from '../../console/ui/palette/commands.ts';

const command = (id: string, label: string, group = 'Pages'): Command<null> => ({
  id,
  label,
  group,
  icon: null,
  run: () => undefined,
});
const all = [command('d', 'Devices'), command('t', 'Switch between light and dark', 'Commands'), command('j', 'Jobs')];

test('every typed word has to be found, in any order', () => {
  expect(filterCommands(all, 'dark switch').map(({ id }) => id)).toEqual(['t']);
  expect(filterCommands(all, 'dark jobs')).toEqual([]);
  expect(filterCommands(all, '')).toEqual(all);
});

test('commands stand under their headings and keep their place in the list', () => {
  expect(grouped(all).map(({ name, commands }) => [name, commands.map(({ index }) => index)])).toEqual([
    ['Pages', [0, 2]],
    ['Commands', [1]],
  ]);
});

test('what was typed is marked where it occurs', () => {
  expect(highlightParts('kes-Dock-t14', 'dock')).toEqual([
    { text: 'kes-', match: false },
    { text: 'Dock', match: true },
    { text: '-t14', match: false },
  ]);
  expect(highlightParts('Jobs', '> jo')).toEqual([
    { text: 'Jo', match: true },
    { text: 'bs', match: false },
  ]);
  expect(highlightParts('Jobs', '')).toEqual([{ text: 'Jobs', match: false }]);
});
