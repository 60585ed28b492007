/**
 * Compiles the agent into one binary per system and architecture: `node agent/build.ts --out <folder> [--targets a,b]`.
 * Bun comes from the npm package; this machine's own target needs nothing else, any other is fetched by Bun from npm.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { version as sourceVersion } from './version.ts';

export const targets = [
  'linux-x64',
  'linux-arm64',
  'windows-x64',
  'windows-arm64',
  'darwin-x64',
  'darwin-arm64',
] as const;
export type Target = (typeof targets)[number];

/** The file's name in a published folder; the same on every system (CONTRACT.md, Product). */
export const artifactName = (target: Target) => `rmm-agent-${target}`;

/** This machine's target, or undefined where the agent cannot run. */
export function hostTarget(): Target | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return targets.find((target) => target === `${system}-${process.arch}`);
}

const run = promisify(execFile);
const entry = fileURLToPath(new URL('./main.ts', import.meta.url));

/**
 * What the binary is started with. Smaller heap steps; no eval, which nothing here needs; and the machine's own
 * certificate authorities beside Mozilla's, since a self-hosted server often has a certificate of the company's.
 */
const execArgv = '--smol --disallow-code-generation-from-strings=strict --use-system-ca';

/**
 * Builds one binary into the folder `out`, replacing an earlier one in one step. Takes 1–3 s.
 * @returns its path. @throws Error with what Bun said.
 */
export async function buildAgent({
  target,
  out,
  version,
}: {
  target: Target;
  out: string;
  version: string;
}): Promise<string> {
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  // Beside its destination, so that it can be renamed there; Bun also leaves its own temporary files in the folder it works in.
  const work = await mkdtemp(join(folder, '.build-'));
  try {
    const built = join(work, artifactName(target));
    const args = [
      'build',
      '--compile',
      '--minify',
      `--target=bun-${target}`,
      // Without these two, a bunfig.toml or .env in the working directory runs code in an agent that is root.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      `--compile-exec-argv=${execArgv}`,
      // An agent idles: compiling its functions later saves 5 MB when idle and 14 MB after 200 jobs, at the same latency.
      '--compile-jit-policy=100',
      `--define=RMM_AGENT_VERSION=${JSON.stringify(version)}`,
      `--outfile=${built}`,
      entry,
    ];
    await run(bunPath(), args, { cwd: work, timeout: 300_000, env: buildEnvironment(process.env) });
    const path = join(folder, artifactName(target));
    await rename(target.startsWith('windows') ? `${built}.exe` : built, path);
    return path;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** What changes how Bun runs must not change what is built; the settings of its registry stay. */
function buildEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { BUN_BE_BUN: _beBun, BUN_OPTIONS: _options, BUN_INSPECT: _inspect, NODE_OPTIONS: _node, ...kept } = env;
  return kept;
}

/** The executable inside the npm package, which its install script puts there; .exe on every system. */
function bunPath(): string {
  return join(dirname(createRequire(import.meta.url).resolve('bun/package.json')), 'bin', 'bun.exe');
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' }, targets: { type: 'string' } } });
  const host = hostTarget();
  const names = values.targets?.split(',') ?? (host ? [host] : []);
  const wanted = names.map((name) => targets.find((target) => target === name));
  if (!values.out || wanted.length === 0 || wanted.includes(undefined)) {
    process.stderr.write(`Usage: node agent/build.ts --out <folder> [--targets ${targets.join(',')}]\n`);
    process.exitCode = 2;
    return;
  }
  for (const target of wanted) {
    if (target) process.stdout.write(`${await buildAgent({ target, out: values.out, version: sourceVersion })}\n`);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
