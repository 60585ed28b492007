/** What install.sh does when the service does not become healthy, with agents that are stand-ins. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKey } from '../publication.ts';
import { standIn, startMirror } from './mirror.ts';
import { addServiceManager, createSandbox } from './sandbox.ts';

const key = createKey();
const target = process.arch === 'x64' ? 'linux-x64' : 'linux-arm64';

async function setUp() {
  const mirror = await startMirror();
  const sandbox = createSandbox(mirror.port);
  const { env, systemctl } = addServiceManager(sandbox);
  const publish = (version: string, behaviour: Parameters<typeof standIn>[1] = {}) =>
    mirror.publish({ [target]: standIn(version, behaviour) }, { ...key, version });
  const install = () =>
    sandbox.run('install.sh', ['--token', 'rme_x', '--lab-mode', '--update-public-key', key.publicKey], { env });
  const isActive = async () => (await systemctl('is-active', 'rmm-agent.service')).code === 0;
  return { sandbox, publish, install, isActive };
}

test('an update that does not start is rolled back: the previous agent runs again', async () => {
  const { sandbox, publish, install, isActive } = await setUp();
  await publish('0.5.0');
  expect((await install()).code).toBe(0);
  expect(await isActive()).toBe(true);
  await publish('0.6.0', { service: 'dies' });
  const ran = await install();
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('did not become healthy') });
  expect(ran.stderr).toContain('level=error msg=broken'); // the agent's own last words
  expect(readFileSync(sandbox.bin, 'utf8')).toBe(standIn('0.5.0'));
  expect(await isActive()).toBe(true);
});

test('a first install that does not start leaves nothing behind', async () => {
  const { sandbox, publish, install, isActive } = await setUp();
  await publish('0.5.0', { service: 'dies' });
  expect((await install()).code).toBe(1);
  for (const gone of [sandbox.bin, sandbox.unit, sandbox.envFile, join(sandbox.root, 'run/manager/enabled')])
    expect(existsSync(gone), gone).toBe(false);
  expect(await isActive()).toBe(false);
});

test('a refused enrollment leaves the previous agent running', async () => {
  const { sandbox, publish, install, isActive } = await setUp();
  await publish('0.5.0');
  await install();
  await publish('0.6.0', { enroll: 4 });
  expect((await install()).code).toBe(4);
  expect(readFileSync(sandbox.bin, 'utf8')).toBe(standIn('0.5.0'));
  expect(await isActive()).toBe(true);
});

test('an update replaces the running agent by the new one', async () => {
  const { sandbox, publish, install, isActive } = await setUp();
  await publish('0.5.0');
  await install();
  await publish('0.6.0');
  expect((await install()).code).toBe(0);
  expect(readFileSync(sandbox.bin, 'utf8')).toBe(standIn('0.6.0'));
  expect(await isActive()).toBe(true);
});
