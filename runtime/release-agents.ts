/**
 * `npm run release:agents -- --key <file>`: builds the agents, signs them and writes dl/ in a data directory, from where a
 * server serves them. Exit codes: 0 done, 1 failed, 2 bad option.
 */
import type { KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { buildAgent, hostTarget, type Target, targets } from '../agent/build.ts';
import { openDataDirectory } from './data-directory.ts';
import { fingerprintSources } from './publication/fingerprint.ts';
import { isPublished } from './publication/is-published.ts';
import { type PublishOptions, publishAgents } from './publication/publish.ts';
import { createReleaseKey, localReleaseKey, publicKeyOf, readReleaseKey } from './publication/release-key.ts';
import { version } from './version.ts';

const usage = `Usage: npm run release:agents -- --key <file> [options]
  --new-key <file>     make a release key, print its public half for RMM_UPDATE_PUBLIC_KEY, and do nothing else
  --key <file>         the private key that signs; keep it off the server that serves
  --targets <a,b>      default: ${targets.join(',')}
  --data-dir <folder>  where dl/ is written; default: RMM_DATA_DIR, else ./data
  --valid-days <n>     how long installers accept it, 1 to 3650; default: 365
  --local              for a trial: this machine's agent, signed by the data directory's own key, unless it is published`;

const Options = z
  .strictObject({
    'new-key': z.string().optional(),
    key: z.string().optional(),
    local: z.boolean().optional(),
    targets: z
      .string()
      .default(targets.join(','))
      .transform((list) => list.split(','))
      .pipe(z.array(z.enum(targets)).min(1)),
    'data-dir': z.string().default(process.env.RMM_DATA_DIR || './data'),
    'valid-days': z.coerce.number().int().min(1).max(3650).default(365),
  })
  .refine((given) => [given['new-key'], given.key, given.local].filter(Boolean).length === 1);
type Options = z.infer<typeof Options>;

function readOptions(): Options | undefined {
  const text = { type: 'string' } as const;
  const options = {
    'new-key': text,
    key: text,
    targets: text,
    'data-dir': text,
    'valid-days': text,
    local: { type: 'boolean' },
  } as const;
  try {
    return Options.safeParse({ ...parseArgs({ options }).values }).data;
  } catch (error) {
    if (error instanceof TypeError) return undefined; // an unknown option, or one without its value
    throw error;
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
  } else if (options['new-key']) {
    print(`Public key, for RMM_UPDATE_PUBLIC_KEY and installers: ${createReleaseKey(options['new-key'])}`);
  } else if (options.key) {
    await release(options.targets, {
      dataDir: dataDirOf(options),
      privateKey: readReleaseKey(options.key),
      validDays: options['valid-days'],
      effort: 'balanced',
    });
  } else await releaseLocally(dataDirOf(options));
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Root's embedded database runs under another account, which has to pass through the folder. */
const dataDirOf = (options: Options): string =>
  openDataDirectory(options['data-dir'], { passable: process.getuid?.() === 0 });

/** What `npm start` runs beside a trial server (runtime/publication/host-agent.ts). */
async function releaseLocally(dataDir: string): Promise<void> {
  setPriority(10); // the server and whoever looks at it come first
  const target = hostTarget();
  if (!target) throw new Error(`there is no agent for ${process.platform}-${process.arch}`);
  const privateKey = localReleaseKey(dataDir);
  const sources = await fingerprintSources();
  const wanted = { target, version, sources, publicKey: publicKeyOf(privateKey) };
  const published = isPublished(dataDir, wanted, new Date());
  if (published) print(published === 'current' ? 'published already' : 'left alone: dl/ is signed by another key');
  else await release([target], { dataDir, privateKey, sources, effort: 'quick' });
}

type Rest = Omit<PublishOptions, 'artifacts' | 'version'> & { privateKey: KeyObject };

async function release(wanted: readonly Target[], rest: Rest): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'muster-agents-'));
  try {
    const artifacts: PublishOptions['artifacts'][number][] = [];
    for (const target of wanted) artifacts.push({ target, path: await buildAgent({ target, out, version }) });
    const manifest = await publishAgents({ ...rest, artifacts, version });
    print(`Published ${manifest.version} for ${wanted.join(', ')}, signed by ${manifest.key_id}`);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
