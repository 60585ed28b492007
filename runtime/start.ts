/** The command line: `-migrate-only`, `-version`, one or two dashes. Exit codes: 0 done, 1 failed, 2 bad flag or configuration. */
import { readFileSync } from 'node:fs';
import { lowerThreadPool } from './background-threads.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { createLog, type Log } from './log.ts';
import type { Muster } from './main.ts';
import { publishesHostAgent, publishHostAgent } from './publication/host-agent.ts';
import { version } from './version.ts';

const flags = new Set(process.argv.slice(2).map((argument) => argument.replace(/^--?/, '-')));
const unknown = [...flags].filter((flag) => !['-migrate-only', '-version'].includes(flag));

if (unknown.length > 0) exit(2, `unknown flag ${unknown.join(', ')}; there are -migrate-only and -version`);
else if (flags.has('-version')) console.log(version);
else await run();

function exit(code: number, message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

async function run(): Promise<void> {
  try {
    const config = loadConfig(process.env);
    const log = createLog(config.logLevel);
    for (const warning of config.warnings) log.warn(warning);
    const { openDatabase } = await import('./open-database.ts');
    if (flags.has('-migrate-only')) return await (await openDatabase(config, log)).close();
    const { startMuster } = await import('./main.ts');
    const muster = await startMuster(config, log);
    await lowerThreadPool().catch((err: unknown) => log.warn({ err }, 'the thread pool keeps its priority'));
    const stopping = new AbortController();
    stopOnSignal(muster, stopping, log);
    welcome(config, muster);
    if (publishesHostAgent(config)) await publishHostAgent({ dataDir: config.dataDir, log, signal: stopping.signal });
  } catch (error) {
    exit(error instanceof ConfigError ? 2 : 1, sentence(error));
  }
}

function stopOnSignal(muster: Muster, stopping: AbortController, log: Log): void {
  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    stopping.abort();
    muster.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** On a terminal: where to go, and on a first start a link that makes the administrator. A log collector gets the token's path only. */
function welcome(config: Config, { adminTokenFile, needsBootstrap }: Muster): void {
  if (!needsBootstrap)
    return void (process.stderr.isTTY && process.stderr.write(`\nMuster is at ${config.consoleUrl}\n\n`));
  if (adminTokenFile) process.stderr.write(`\nThe bootstrap token is in ${adminTokenFile}\n`);
  if (!process.stderr.isTTY || !adminTokenFile) return;
  const token = readFileSync(adminTokenFile, 'utf8').trim();
  process.stderr.write(`Make the first administrator at ${config.consoleUrl}/#setup=${token}\n\n`);
}

/** The message, with what lies behind it when that says more. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
