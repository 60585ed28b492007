/** install.sh and uninstall.sh run for real, below a folder of their own (DESTDIR). */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { rawRequest } from '../raw-http.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Sandbox {
  root: string;
  bin: string;
  envFile: string;
  state: string;
  unit: string;
  /** Runs the script that the server hands out, by its name. */
  run: (script: 'install.sh' | 'uninstall.sh', args: string[], more?: { env?: Record<string, string> }) => Promise<Ran>;
}

/** A machine's folders, and nothing of the machine itself. */
export function createSandbox(port: number): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'muster-install-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return {
    root,
    bin: join(root, 'usr/local/lib/rmm-agent/rmm-agent'),
    envFile: join(root, 'etc/rmm-agent.env'),
    state: join(root, 'var/lib/rmm-agent'),
    unit: join(root, 'etc/systemd/system/rmm-agent.service'),
    run: async (script, args, { env = {} } = {}) => {
      const { body } = await rawRequest(port, `/${script}`);
      const path = join(root, script);
      writeFileSync(path, body, { mode: 0o755 });
      return runShell(['/bin/sh', path, ...args], { DESTDIR: root, PATH: process.env.PATH ?? '', ...env });
    },
  };
}

export function runShell([program = '', ...args]: string[], env: Record<string, string>): Promise<Ran> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      ran[stream] += text;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ran, code }));
  });
}

/**
 * Gives the sandbox a service manager: install.sh believes in `run/systemd/system`, and finds test/installers/service-manager
 * first in PATH, since systemd itself cannot run here. @returns the environment for `run`.
 */
export function addServiceManager({ root }: Sandbox) {
  mkdirSync(join(root, 'run/systemd/system'), { recursive: true });
  const tools = join(import.meta.dirname, 'service-manager');
  const env = { PATH: `${tools}:${process.env.PATH}` };
  const systemctl = (...args: string[]) => runShell([join(tools, 'systemctl'), ...args], { ...env, DESTDIR: root });
  onTestFinished(async () => void (await systemctl('stop', 'rmm-agent.service')));
  return { env, systemctl };
}
