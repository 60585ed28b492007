/** The agent that a trial publishes for its own machine, and the command that releases agents. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { hostTarget } from '../../../agent/build.ts';
import { createLog } from '../../../runtime/log.ts';
import { fingerprintSources } from '../../../runtime/publication/fingerprint.ts';
import { publishesHostAgent, publishHostAgent } from '../../../runtime/publication/host-agent.ts';
import { createPublicationReader } from '../../../runtime/publication/read.ts';
import { localReleaseKey, publicKeyOf } from '../../../runtime/publication/release-key.ts';
import { version } from '../../../runtime/version.ts';
import { createKey, publish } from '../../publication.ts';

const log = createLog('silent');
const program = join(import.meta.dirname, '../../../runtime/release-agents.ts');

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function release(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { RMM_DATA_DIR: _, ...env } = process.env;
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [program, ...args], { env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

test('it is built, signed by a key of the data directory and published anew for other sources; then there is nothing to do', async () => {
  const dataDir = scratch();
  const target = hostTarget() ?? '';
  const privateKey = localReleaseKey(dataDir);
  await publish(dataDir, { [target]: 'old' }, { privateKey, version, sources: 'sources of another day' });
  const old = readlinkSync(join(dataDir, 'dl'));
  await publishHostAgent({ dataDir, log });
  const before = readlinkSync(join(dataDir, 'dl'));
  expect(before).not.toBe(old);
  const publication = createPublicationReader(dataDir, [], log)();
  expect(publication?.manifest).toMatchObject({
    version,
    key_id: publicKeyOf(privateKey),
    artifacts: [{ name: `rmm-agent-${target}` }],
  });
  const said = await promisify(execFile)(join(dataDir, 'dl', `rmm-agent-${target}`), ['-print-version']);
  expect(said.stdout).toBe(`${version}\n`);

  writeFileSync(join(dataDir, 'dl', '.sources'), await fingerprintSources()); // somebody may be editing them just now
  await publishHostAgent({ dataDir, log });
  expect(readlinkSync(join(dataDir, 'dl'))).toBe(before);
}, 120_000); // compiled, and compressed in three ways, for as long as that takes on a busy machine

test('what an operator has published with another key is left alone', async () => {
  const dataDir = scratch();
  await publish(dataDir, { 'linux-x64': 'released elsewhere' }, createKey());
  await publishHostAgent({ dataDir, log });
  expect(readFileSync(join(dataDir, 'dl/rmm-agent-linux-x64'), 'utf8')).toBe('released elsewhere');
  expect(statSync(join(dataDir, 'release.key')).mode & 0o777).toBe(0o600); // the server's own, made for a later day
});

test('a server that stops does not wait for it', async () => {
  const dataDir = scratch();
  await publishHostAgent({ dataDir, log, signal: AbortSignal.abort() });
  expect(existsSync(join(dataDir, 'dl'))).toBe(false);
});

test('only a trial publishes by itself: not with a database of its own, not with a release key named', () => {
  expect(publishesHostAgent({ database: undefined, updatePublicKeys: [] })).toBe(true);
  expect(publishesHostAgent({ database: { url: 'x', migrateUrl: 'x' }, updatePublicKeys: [] })).toBe(false);
  expect(publishesHostAgent({ database: undefined, updatePublicKeys: [createKey().publicKey] })).toBe(false);
});

test('release:agents makes a key that only its owner reads, and never a second over it', async () => {
  const file = join(scratch(), 'release.key');
  const made = await release('--new-key', file);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/: [A-Za-z0-9+/]{43}=\n$/) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await release('--new-key', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('never overwritten'),
  });
});

test('release:agents signs with the key that it is given, unless others can read that', async () => {
  const folder = scratch();
  const file = join(folder, 'release.key');
  const publicKey = /: (\S+)\n/.exec((await release('--new-key', file)).stdout)?.[1];
  chmodSync(file, 0o644);
  const args = ['--key', file, '--targets', hostTarget() ?? '', '--data-dir', join(folder, 'data')];
  expect(await release(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining('chmod 600') });
  chmodSync(file, 0o600);
  expect(await release(...args, '--valid-days', '30')).toMatchObject({ code: 0 });
  const manifest = createPublicationReader(join(folder, 'data'), [], log)()?.manifest;
  expect(manifest?.key_id).toBe(publicKey);
  const days = (Date.parse(manifest?.expires_at ?? '') - Date.parse(manifest?.published_at ?? '')) / 86_400_000;
  expect(days).toBe(30);
}, 120_000);

test.each(['', '--key', '--nonsense', '--key a --local', '--key a --targets plan9-x64', '--key a --valid-days 0'])(
  'release:agents "%s" has a bad option: 2',
  async (args) => {
    expect(await release(...args.split(' ').filter(Boolean))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Usage'),
    });
  },
);

test('a key of another kind, or no key at all, is named', async () => {
  const file = join(scratch(), 'key');
  writeFileSync(file, 'not a key', { mode: 0o600 });
  expect(await release('--key', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('private key in PEM'),
  });
  expect(await release('--key', `${file}.missing`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ENOENT'),
  });
});
