/** The command line: `-migrate-only`, `-version`, one or two dashes. Exit codes: 0 done, 1 failed, 2 bad flag or configuration. */
import { ConfigError, loadConfig } from './config.ts';
import { createLog } from './log.ts';
import { version } from './version.ts';

const flags = new Set(process.argv.slice(2).map((argument) => argument.replace(/^--?/, '-')));
const unknown = [...flags].filter((flag) => !['-migrate-only', '-version', '-demo'].includes(flag));

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
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void muster.stop().then(() => process.exit(0)));
  } catch (error) {
    exit(error instanceof ConfigError ? 2 : 1, error instanceof Error ? error.message : String(error));
  }
}
