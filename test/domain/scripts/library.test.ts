/** The library that comes with Muster: what every script must keep to, and how those for Linux behave on this machine. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtins, fileOf } from '../../../domain/scripts/library/index.ts';
import { fillParameters } from '../../../domain/scripts/parameters.ts';
import { readScriptLibrary } from '../../../runtime/script-library.ts';
import { ScriptCreate } from '../../../schema/scripts.ts';

const folder = join(import.meta.dirname, '../../../domain/scripts/library');
const texts = readScriptLibrary();
const textOf = (key: string) => texts.get(key) ?? '';
const all = builtins.map((builtin) => ({ key: builtin.key, builtin }));
const shells = all.filter(({ builtin }) => builtin.shell === 'sh');
const missing = spawnSync('shellcheck', ['--version']).error ? ': skipped, there is no shellcheck here' : '';

test('there are 25 and more, some for every system, with keys and names of their own', () => {
  expect(builtins.length).toBeGreaterThanOrEqual(25);
  for (const of of ['key', 'name'] as const) expect(new Set(builtins.map((one) => one[of])).size).toBe(builtins.length);
  expect(new Set(builtins.flatMap(({ systems }) => systems))).toEqual(new Set(['linux', 'windows', 'darwin']));
});

test('every text in the folder belongs to one of them', () => {
  const files = readdirSync(folder).filter((name) => !name.endsWith('.ts'));
  expect(files.sort()).toEqual(builtins.map(fileOf).sort());
});

describe.each(all)('$key', ({ key, builtin }) => {
  test('may be saved as it is, is described and filed, and asks for nothing that it has no use for', () => {
    const { key: _key, ...fields } = builtin;
    const script = ScriptCreate.parse({ ...fields, body: textOf(key) });
    expect(script.description).not.toBe('');
    expect(script.category).not.toBe('');
    for (const { name, description } of script.parameters) {
      expect(script.body).toContain(name);
      expect(description).not.toBe('');
    }
  });

  test('reads no variable that nobody sets', () => {
    const read =
      builtin.shell === 'powershell'
        ? [...textOf(key).matchAll(/\$env:([A-Za-z_]+)/g)].map(([, name]) => name)
        : [...textOf(key).matchAll(/\$\{([A-Z_]+)[:}]/g)].map(([, name]) => name);
    const ofWindows = ['SystemDrive', 'SystemRoot'];
    const known = [...(builtin.parameters ?? []).map(({ name }) => name), ...ofWindows];
    expect(read.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });

  test('leaves everything as it is unless it is told otherwise, where it removes or installs', () => {
    const destructive = /\brm -f|Remove-Item|Rename-Item|apt-get --quiet/.test(textOf(key));
    const dry = builtin.parameters?.find(({ name }) => name === 'DRY_RUN');
    expect(dry?.default ?? null).toBe(destructive ? 'true' : null);
  });
});

describe.each(shells)('$key', ({ key }) => {
  test('is one that sh can read', () => {
    expect(spawnSync('sh', ['-n'], { input: textOf(key), encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  test.skipIf(missing)(`is clean for shellcheck${missing}`, () => {
    const { stdout } = spawnSync('shellcheck', ['-s', 'sh', '-'], { input: textOf(key), encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

interface Options {
  env?: Record<string, string>;
  /** Stand in for commands of the machine and write down how they were called. */
  fakes?: Record<string, string>;
}

/** Runs a script as the agent does, with its parameters filled in as the server does. */
function run(key: string, { env = {}, fakes }: Options = {}) {
  const builtin = builtins.find((one) => one.key === key);
  const work = mkdtempSync(join(tmpdir(), 'muster-test-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const calls = join(work, 'calls');
  const bin = join(work, 'bin');
  mkdirSync(bin);
  for (const [name, text] of Object.entries(fakes ?? {})) {
    const path = join(bin, name);
    writeFileSync(path, `#!/bin/sh\ncall=$(printf '%s|' ${name} "$@")\nprintf '%s\\n' "$call" >>'${calls}'\n${text}\n`);
    chmodSync(path, 0o755);
  }
  const script = join(work, 'script.sh');
  writeFileSync(script, textOf(key));
  const filled = fillParameters(builtin?.parameters ?? [], env).env;
  const PATH = `${fakes ? bin + delimiter : ''}/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  const { status, stdout, stderr } = spawnSync('sh', [script], {
    encoding: 'utf8',
    env: { PATH, LANG: 'C.UTF-8', ...filled },
  });
  return { status, stdout, stderr, calls: existsSync(calls) ? readFileSync(calls, 'utf8') : '' };
}

const fresh = () => {
  const path = mkdtempSync(join(tmpdir(), 'muster-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

describe('on this machine', () => {
  test('disk-usage shows file systems and the folders of a place with a space in its name', () => {
    const root = join(fresh(), "a b'c");
    mkdirSync(join(root, 'inner'), { recursive: true });
    writeFileSync(join(root, 'inner/file'), 'x'.repeat(300_000));
    const { status, stdout } = run('disk-usage', { env: { FOLDER: root } });
    expect(status).toBe(0);
    expect(stdout).toContain('File systems:');
    expect(stdout).toContain(`${root}/inner\n`);
  });

  test('large-files finds what is large and nothing else', () => {
    const root = fresh();
    writeFileSync(join(root, 'large one'), Buffer.alloc(3 * 1024 * 1024, 1));
    writeFileSync(join(root, 'small'), 'x');
    const { status, stdout } = run('large-files', { env: { FOLDER: root, MIN_MB: '2' } });
    expect(status).toBe(0);
    expect(stdout).toContain(`3.0 MiB  ${root}/large one\n`);
    expect(stdout).not.toContain('small');
  });

  test.each(['disk-usage', 'large-files'])('%s refuses a folder that would be read as an option', (key) => {
    expect(run(key, { env: { FOLDER: '--help' } })).toMatchObject({ status: 2 });
  });

  test('top-processes lists as many as were asked for', () => {
    const { status, stdout } = run('top-processes', { env: { LIMIT: '3', ORDER: 'memory' } });
    expect(status).toBe(0);
    expect(stdout.split('COMMAND\n')[1]?.trimEnd().split('\n')).toHaveLength(3);
  });

  test('local-admins names root', () => {
    const { status, stdout } = run('local-admins');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}root$/m);
  });

  test('pending-updates ends with a number or a list', () => {
    expect(run('pending-updates').stdout).not.toBe('');
  });

  test('reboot-needed ends with 0 or 1, and says why', () => {
    const { status, stdout } = run('reboot-needed');
    expect([0, 1]).toContain(status);
    expect(stdout).toMatch(/No restart is needed|is installed|asks for a restart/);
  });

  test.each(['listening-ports', 'collect-logs', 'time-sync', 'smart-status'])('%s says something', (key) => {
    const { status, stdout } = run(key);
    expect([0, 1, 2]).toContain(status);
    expect(stdout).not.toBe('');
  });

  test('network-diagnosis reaches this machine, and refuses an option for a host', () => {
    const { stdout } = run('network-diagnosis', { env: { HOST: '127.0.0.1' } });
    expect(stdout).toContain('== Way to 127.0.0.1');
    expect(run('network-diagnosis', { env: { HOST: '-f' } })).toMatchObject({ status: 2 });
  });

  test('clear-temp lists what is old and removes nothing', () => {
    const root = fresh();
    const [old, young] = [join(root, 'old one'), join(root, 'young')];
    for (const path of [old, young]) writeFileSync(path, 'x');
    utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'));
    const { status, stdout } = run('clear-temp');
    expect(status).toBe(0);
    if (root.startsWith('/tmp/')) expect(stdout).toContain(`${old}\n`);
    expect(stdout).not.toContain(young);
    expect(existsSync(old)).toBe(true);
  });
});

describe('what changes a machine, with stand-ins for its commands', () => {
  const none = { getent: 'exit 2', useradd: '', chpasswd: 'cat >"$0.in"', usermod: '', id: '' };

  test('user-create hands a password to chpasswd alone, and every value as one word', () => {
    const env = { USERNAME: 'ada', FULL_NAME: "Ada $(id) 'L'", PASSWORD: 'hunter2 "$x"', ADMINISTRATOR: 'true' };
    const { status, calls } = run('user-create', { env, fakes: none });
    expect(status).toBe(0);
    expect(calls).toContain("useradd|--create-home|--shell|/bin/bash|--comment|Ada $(id) 'L'|--|ada|\n");
    expect(calls).toContain('usermod|--append|--groups|wheel|--|ada|\n');
    expect(calls).not.toContain('hunter2');
  });

  test('user-create refuses a name that is an option, and one that is taken', () => {
    expect(run('user-create', { env: { USERNAME: '-o' }, fakes: none })).toMatchObject({ status: 1, calls: '' });
    const taken = run('user-create', { env: { USERNAME: 'ada' }, fakes: { ...none, getent: 'echo ada' } });
    expect(taken).toMatchObject({ status: 1, calls: 'getent|passwd|ada|\n' });
  });

  test('user-disable locks keys too, and never root', () => {
    const fakes = (id: number) => ({ getent: `echo "ada:x:${id}:0::/:/bin/sh"`, usermod: '', passwd: '' });
    expect(run('user-disable', { env: { USERNAME: 'ada' }, fakes: fakes(1000) })).toMatchObject({
      status: 0,
      calls: expect.stringContaining('usermod|--lock|--expiredate|1|--|ada|\n'),
    });
    expect(run('user-disable', { env: { USERNAME: 'ada' }, fakes: fakes(0) }).calls).not.toContain('usermod');
  });

  test('service-restart restarts a unit by its name, and nothing that is not there', () => {
    const env = { SERVICE: 'a b; reboot' };
    expect(run('service-restart', { env, fakes: { systemctl: '', sleep: '' } }).calls).toContain(
      'systemctl|restart|--|a b; reboot|\n',
    );
    const absent = run('service-restart', { env, fakes: { systemctl: 'exit 1', sleep: '' } });
    expect(absent).toMatchObject({ status: 1, calls: 'systemctl|cat|--|a b; reboot|\n' });
  });

  test.each([
    ['package-install', 'install'],
    ['package-remove', 'remove'],
  ])('%s only shows the plan until it is told otherwise', (key, verb) => {
    const fakes = { 'apt-get': '' };
    const plan = run(key, { env: { PACKAGE: 'a b' }, fakes });
    expect(plan.calls).toBe(`apt-get|--simulate|--option|Debug::NoLocking=true|${verb}|a b|\n`);
    const real = run(key, { env: { PACKAGE: 'a b', DRY_RUN: 'false' }, fakes });
    expect(real.calls).toContain(`apt-get|--quiet|--yes|${verb}|a b|\n`);
    expect(run(key, { env: { PACKAGE: '--force' }, fakes })).toMatchObject({ status: 1, calls: '' });
  });

  test('package-cache-clean cleans only when it is told to', () => {
    const fakes = { 'apt-get': '' };
    expect(run('package-cache-clean', { fakes })).toMatchObject({ status: 0, calls: '' });
    expect(run('package-cache-clean', { env: { DRY_RUN: 'false' }, fakes }).calls).toBe('apt-get|--quiet|clean|\n');
  });

  test('failed-services fails with what failed, and is quiet otherwise', () => {
    expect(run('failed-services', { fakes: { systemctl: '', journalctl: '' } })).toMatchObject({ status: 0 });
    const systemctl = 'echo "foo.service loaded failed failed Foo"';
    const failed = run('failed-services', { fakes: { systemctl, journalctl: 'echo it broke' } });
    expect(failed).toMatchObject({ status: 1, stdout: '\n== foo.service\nit broke\n' });
  });

  test.each([
    ['valid', 'exit 0', 0, 'is valid'],
    [
      'about to end',
      'case "$*" in *"-checkend 0"*) exit 0 ;; *-checkend*) exit 1 ;; esac',
      1,
      'expires within 21 days',
    ],
    ['over', 'case "$*" in *-checkend*) exit 1 ;; esac', 2, 'has expired'],
  ])('certificate-expiry of one that is %s', (_what, openssl, status, says) => {
    const answer = run('certificate-expiry', { env: { HOST: 'a.example' }, fakes: { openssl } });
    expect(answer).toMatchObject({ status, stdout: expect.stringContaining(says) });
    expect(answer.calls).toContain('openssl|s_client|-connect|a.example:443|-servername|a.example|\n');
  });

  test('flush-dns empties what is there', () => {
    const { status, stdout } = run('flush-dns', { fakes: { resolvectl: '', nscd: 'exit 1' } });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Emptied: systemd-resolved\n' });
  });
});
