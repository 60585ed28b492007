/** install.sh and uninstall.sh with the real agent, against a real server. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildAgent, hostTarget } from '../../agent/build.ts';
import { publishAgents } from '../../runtime/publication/publish.ts';
import { version } from '../../runtime/version.ts';
import { startServer, type TestServer } from '../harness.ts';
import { createKey } from '../publication.ts';
import { addServiceManager, createSandbox, runShell, type Sandbox } from './sandbox.ts';

/** Building, downloading and starting an agent, of 100 MB, several times on a busy machine. */
const BUSY_MS = 120_000;
const key = createKey();
const folder = mkdtempSync(join(tmpdir(), 'muster-test-'));
let binary: string;
let server: TestServer;

async function publishTo(dataDir: string): Promise<void> {
  const target = hostTarget();
  if (!target) throw new Error('there is no agent for this machine');
  binary = await buildAgent({ target, out: folder, version });
  await publishAgents({ dataDir, artifacts: [{ target, path: binary }], version, effort: 'quick', ...key });
}

beforeAll(async () => {
  server = await startServer();
  await publishTo(server.dataDir);
}, BUSY_MS);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const newToken = async () => (await server.ok('POST /api/enroll-tokens', { body: { uses: 10 } })).token;
const options = async () => [
  '--server',
  server.url,
  '--token',
  await newToken(),
  '--lab-mode',
  '--update-public-key',
  key.publicKey,
];
const deviceOf = ({ state }: Sandbox): { device_id: string } =>
  JSON.parse(readFileSync(join(state, 'identity.json'), 'utf8'));
const statusOf = async (id: string) => (await server.db.sql`select status, version from devices where id = ${id}`)[0];

describe('without systemd', { timeout: BUSY_MS }, () => {
  test('it installs and enrolls a device, and says how to start; that command works as printed', async () => {
    const sandbox = createSandbox(server.muster.port);
    const ran = await sandbox.run('install.sh', [...(await options()), '--site', 'ignored']);
    expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining('--site is ignored') });
    expect(readFileSync(sandbox.bin).equals(readFileSync(binary))).toBe(true);
    expect(statSync(sandbox.bin).mode & 0o777).toBe(0o755);
    expect(statSync(sandbox.envFile).mode & 0o777).toBe(0o600);
    expect(statSync(sandbox.state).mode & 0o777).toBe(0o700);
    const { device_id } = deviceOf(sandbox);
    expect(await statusOf(device_id)).toMatchObject({ version });

    const printed = /^ {2}(sh -c .*)$/m.exec(ran.stdout)?.[1] ?? '';
    const command = printed.replaceAll(/(?<= )\/(?=etc|usr)/g, `${sandbox.root}/`);
    const agent = runShell(['sh', '-c', command], { PATH: process.env.PATH ?? '', RMM_AGENT_STATE_DIR: sandbox.state });
    await vi.waitUntil(async () => (await statusOf(device_id))?.status === 'online', { timeout: 60_000, interval: 20 });
    expect((await sandbox.run('uninstall.sh', [])).code).toBe(0); // which ends it
    expect((await agent).code).toBe(0);
    expect(existsSync(sandbox.state)).toBe(false);
  });

  test('a reinstall comes back as the same device without a token, --reset-identity as another', async () => {
    const sandbox = createSandbox(server.muster.port);
    await sandbox.run('install.sh', await options());
    const first = deviceOf(sandbox).device_id;
    expect((await sandbox.run('install.sh', ['--server', server.url, '--lab-mode'])).code).toBe(0);
    expect(deviceOf(sandbox).device_id).toBe(first);
    expect((await sandbox.run('install.sh', [...(await options()), '--reset-identity'])).code).toBe(0);
    expect(deviceOf(sandbox).device_id).not.toBe(first);
  });

  test('uninstall --keep-state keeps the enrollment, and a reinstall returns as the same device', async () => {
    const sandbox = createSandbox(server.muster.port);
    await sandbox.run('install.sh', await options());
    const first = deviceOf(sandbox).device_id;
    expect((await sandbox.run('uninstall.sh', ['--keep-state'])).code).toBe(0);
    for (const gone of [sandbox.bin, sandbox.envFile]) expect(existsSync(gone)).toBe(false);
    const again = await sandbox.run('install.sh', [
      '--server',
      server.url,
      '--lab-mode',
      '--update-public-key',
      key.publicKey,
    ]);
    expect(again.code).toBe(0);
    expect(deviceOf(sandbox).device_id).toBe(first);
  });

  test('a refused token ends with code 4 and leaves no agent behind', async () => {
    const sandbox = createSandbox(server.muster.port);
    const ran = await sandbox.run('install.sh', ['--server', server.url, '--token', 'rme_unknown', '--lab-mode']);
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining('refused the enrollment') });
    for (const gone of [sandbox.bin, sandbox.envFile]) expect(existsSync(gone)).toBe(false);
  });

  test('wget does as well as curl, and no program is needed that a small system lacks', async () => {
    const sandbox = createSandbox(server.muster.port);
    const tools = join(sandbox.root, 'tools');
    mkdirSync(tools);
    for (const name of programs) symlinkSync(locate(name), join(tools, name));
    const ran = await sandbox.run('install.sh', await options(), { env: { PATH: tools } });
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect((await sandbox.run('uninstall.sh', [], { env: { PATH: tools } })).code).toBe(0);
  });
});

/** POSIX utilities, and sha256sum, openssl and wget. */
const programs = 'awk cat chmod cp cut date grep head id ln ls mkdir mktemp mv rm sed sleep sort sync tail tr uname wc'
  .split(' ')
  .concat('sha256sum', 'openssl', 'wget');

function locate(name: string): string {
  const found = (process.env.PATH ?? '').split(delimiter).find((folder) => existsSync(join(folder, name)));
  if (!found) throw new Error(`${name} is not in PATH`);
  return join(found, name);
}

describe('with systemd', { timeout: BUSY_MS }, () => {
  test('it enables and starts the service, waits until it is connected, and uninstalls it', async () => {
    const sandbox = createSandbox(server.muster.port);
    const { env, systemctl } = addServiceManager(sandbox);
    const ran = await sandbox.run('install.sh', await options(), { env });
    expect(ran, ran.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('installed, enrolled and connected'),
    });
    expect(await statusOf(deviceOf(sandbox).device_id)).toMatchObject({ status: 'online' });
    expect(existsSync(join(sandbox.root, 'run/manager/enabled'))).toBe(true);
    expect((await sandbox.run('uninstall.sh', [], { env })).code).toBe(0);
    expect((await systemctl('is-active', 'rmm-agent.service')).code).not.toBe(0);
    for (const gone of [sandbox.bin, sandbox.unit, sandbox.envFile, sandbox.state])
      expect(existsSync(gone)).toBe(false);
  });
});

test('in production everything goes over TLS, and the key is needed', { timeout: BUSY_MS }, async () => {
  const sandbox = createSandbox(server.muster.port);
  const { port, certificate } = await startTls(sandbox);
  const args = ['--server', `https://localhost:${port}`, '--token', await newToken(), '--require-tls'];
  const unknown = await sandbox.run('install.sh', [...args, '--update-public-key', key.publicKey]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be downloaded') });
  const env = { CURL_CA_BUNDLE: certificate, NODE_EXTRA_CA_CERTS: certificate };
  const ran = await sandbox.run('install.sh', [...args, '--update-public-key', key.publicKey], { env });
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: expect.not.stringContaining('LAB MODE') });
  expect(await statusOf(deviceOf(sandbox).device_id)).toMatchObject({ version });
});

/** What a reverse proxy does: ends TLS, with a certificate that nobody has signed, and passes the bytes on. */
async function startTls({ root }: Sandbox): Promise<{ port: number; certificate: string }> {
  const [certificate, privateKey] = [join(root, 'cert.pem'), join(root, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', privateKey, '-out', certificate], { stdio: 'ignore' });
  const sockets = new Set<Socket>();
  const proxy = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(privateKey) }, (client) => {
    const upstream = connect(server.muster.port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined); // either side may leave first; the other then ends with it
    }
    client.pipe(upstream).pipe(client);
  });
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  return { port: typeof address === 'object' && address ? address.port : 0, certificate };
}
