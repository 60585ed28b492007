/** Starting agents for tests: in this process, or as a process of their own that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { type AgentContext, runAgent } from '../../agent/agent.ts';
import { linux } from '../../agent/platform/linux/index.ts';
import type { CheckRun } from '../../schema/agent-checks.ts';
import { startServer, TOKEN } from './server.ts';

const main = fileURLToPath(new URL('../../agent/main.ts', import.meta.url));

/** Polls: two busy cores may take their time. */
export const until = <T>(condition: () => T | Promise<T>) => vi.waitUntil(condition, { timeout: 20_000, interval: 5 });

/** A folder that goes with the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rmm-agent-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function testServer() {
  const server = await startServer();
  onTestFinished(() => server.stop());
  return server;
}

type Changes = Partial<Omit<AgentContext, 'flags' | 'signal'>> & { flags?: Partial<AgentContext['flags']> };

/** An agent in this process; it reconnects at once, and collects no inventory unless told to. */
export function startAgent(server: { url: string }, stateDir: string, changes: Changes = {}) {
  const stopping = new AbortController();
  const lines: string[] = [];
  const { flags, ...rest } = changes;
  const exit = runAgent({
    platform: linux,
    readInventory: async () => ({ sections: [], problems: [] }),
    env: process.env,
    now: () => new Date(),
    random: () => 0.01,
    randomBytes,
    log: (level, message, fields) => void lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`),
    ...rest,
    flags: { server: server.url, enrollToken: TOKEN, enrollOnly: false, stateDir, ...flags },
    signal: stopping.signal,
  });
  const stop = () => {
    stopping.abort();
    return exit;
  };
  exit.catch((error: unknown) => lines.push(`thrown ${String(error)}`));
  onTestFinished(async () => void (await stop().catch(() => undefined)));
  return { exit, stop, lines };
}

const sources = [process.execPath, '--disable-warning=ExperimentalWarning', main];

/** An agent process. `command` is the compiled binary; without it the sources run. */
export function spawnAgent(args: string[], command = sources, env = process.env, cwd = tmpdir()) {
  const [program = '', ...first] = command;
  const child: ChildProcess = spawn(program, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env, cwd });
  const written = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data) => {
    written.stdout += data;
  });
  child.stderr?.on('data', (data) => {
    written.stderr += data;
  });
  // Not at its exit, behind which the last of its output may still come.
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal, ...written }));
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    return exited;
  };
  onTestFinished(async () => void (await kill()));
  return { child, written, exited, kill };
}

export const serviceArgs = (server: { url: string }, stateDir: string) => [
  '-server',
  server.url,
  '-enroll-token',
  TOKEN,
  '-state-dir',
  stateDir,
];

/** A server's request for one execution of a check. */
export function checkFrame(type: string, config: Record<string, unknown> = {}, more: Partial<CheckRun> = {}): CheckRun {
  return { t: 'check.run', execution_id: randomUUID(), check_id: randomUUID(), type, config, timeout_sec: 30, ...more };
}
