/** The rules that the console ticks off while a password is typed are those of the server. */
import { expect, test } from 'vitest';
import { judge } from '../../console/pages/password/rules.ts';
import { passwordShortcomings } from '../../domain/passwords/policy.ts';

test.each([
  '',
  'short',
  'Correct-Horse-Battery-9',
  'correct-horse-battery-9',
  'CorrectHorseBattery9',
  'Correct Horse Battery 9',
  'Ünïcödé-größer-als',
  'éééééééééééé',
  '𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃!',
  '😀😀😀😀😀😀😀😀😀😀😀A',
  'Aaaaaaaaaa①',
  '١٢٣٤٥٦٧٨٩٠١٢A',
])('%s', (password) => {
  const unmet = judge(password).filter(({ met }) => !met);
  const missing = passwordShortcomings(password).filter((what) => !what.includes('common'));
  expect(unmet).toHaveLength(missing.length);
});
