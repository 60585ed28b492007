import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { contentSha256 } from '../../../domain/jobs/content.ts';

test('the hash of a content is what the documented command prints', () => {
  const script = 'printf "grüße\\n"\r\n';
  const printed = execFileSync('sh', ['-c', "(printf 'bash\\n'; cat) | sha256sum"], { input: script }).toString();
  expect(`${contentSha256({ shell: 'bash', script })}  -\n`).toBe(printed);
});

test('the same text for another shell is another content', () => {
  expect(contentSha256({ shell: 'sh', script: 'true' })).not.toBe(contentSha256({ shell: 'bash', script: 'true' }));
});
