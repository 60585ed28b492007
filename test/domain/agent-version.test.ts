import { expect, test } from 'vitest';
import { isAtLeast, PYTHON_JOBS_SINCE } from '../../domain/agent-version.ts';

test.each(['0.4.9', '0.4.10', '0.5.0', '1.0.0', '0.4.9+build.7', '0.5.0-rc.1', '10.0.0'])(
  '%s runs python jobs',
  (version) => {
    expect(isAtLeast(version, PYTHON_JOBS_SINCE)).toBe(true);
  },
);

test.each([
  ...['0.4.8', '0.3.99', '0.0.0', '0.4.9-rc.1'],
  // missing or malformed counts as too old
  ...[
    '',
    undefined,
    null,
    'dev',
    '1',
    '1.0',
    'v1.0.0',
    '1.0.0.0',
    '01.0.0',
    ' 1.0.0',
    '1.0.0\n',
    '1.0.0-',
    '٣.0.0',
    '-1.0.0',
  ],
  ...['1e3.0.0', '9'.repeat(400)],
])('%j is too old', (version) => {
  expect(isAtLeast(version, PYTHON_JOBS_SINCE)).toBe(false);
});

test('a minimum that is no version is a fault of ours', () => {
  expect(() => isAtLeast('1.0.0', 'soon')).toThrow('soon');
});
