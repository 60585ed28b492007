/** Entry of the endpoint agent. */
import { randomBytes } from 'node:crypto';
import { runAgent } from './agent.ts';
import { Exit } from './exit.ts';
import { type Flags, parseFlags, usage } from './flags.ts';
import { readInventory } from './inventory/child.ts';
import { printInventory } from './inventory/collect.ts';
import { jobEnvironment } from './jobs/environment.ts';
import { openLog } from './log.ts';
import { loadPlatform } from './platform/platform.ts';
import { sentence } from './text.ts';
import { version } from './version.ts';

const print = (text: string) => void process.stdout.write(text);
const complain = (text: string) => void process.stderr.write(text);

function readFlags(): Flags | undefined {
  try {
    return parseFlags(process.argv.slice(2), process.env);
  } catch (error) {
    complain(`${sentence(error)}\n${usage}\n`);
    return undefined;
  }
}

async function main(): Promise<number> {
  const flags = readFlags();
  if (!flags) return Exit.badFlag;
  if (flags.help) print(`${usage}\n`);
  else if (flags.printVersion) print(`${version}\n`);
  else if (flags.printInventory) await printInventory(await loadPlatform(process.platform), print, complain);
  else return serve(flags);
  return Exit.done;
}

async function serve(flags: Flags): Promise<number> {
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stopping.abort());
  const log = openLog(complain);
  log('info', 'agent starts', { version, pid: process.pid });
  try {
    const platform = await loadPlatform(process.platform);
    const { env } = process;
    return await runAgent({
      flags,
      platform,
      readInventory: () => readInventory(jobEnvironment(env)),
      env,
      now: () => new Date(),
      random: Math.random,
      randomBytes,
      log,
      signal: stopping.signal,
    });
  } catch (error) {
    log('error', sentence(error));
    return Exit.failed;
  }
}

process.exitCode = await main();
// Nothing is left to do by now; a peer that does not answer a close must not keep the process.
setTimeout(() => process.exit(), 500).unref();
