import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance, Settings } from '../../domain/context.ts';
import type { FileAnswer } from '../../domain/file-answer.ts';
import { Problem } from '../../domain/problem.ts';
import { artifactNames } from '../../schema/publication.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { MANIFEST, SIGNATURE_SUFFIX } from './layout.ts';
import { createPublicationReader } from './read.ts';
import { renderInstaller } from './render-installer.ts';

const INSTALLERS = join(import.meta.dirname, '../../installers');

/** What may be asked for; whether it is published is another question. No path is ever made of a name. */
const names = new Set([MANIFEST, ...artifactNames].flatMap((name) => [name, name + SIGNATURE_SUFFIX]));

/** While the first build of a trial runs, which takes some seconds. */
const RETRY_AFTER_SEC = 5;

type Downloads = Pick<Instance, 'agentFile' | 'installer'> & Pick<Settings, 'publishedAgent'>;

/** What agents and installers get from this server (SPEC.md, Agent distribution). */
export function createDownloads(
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'updatePublicKeys'>,
  log: Log,
): Downloads {
  const current = createPublicationReader(config.dataDir, config.updatePublicKeys, log);
  const scripts = {
    'install.sh': script(renderInstaller(read('install.sh'), config.publicUrl, read('rmm-agent.service'))),
    'uninstall.sh': script(read('uninstall.sh')),
  };
  return {
    installer: (name) => scripts[name],
    agentFile: (name) => {
      if (!names.has(name)) throw new Problem(404, 'route_not_found', 'There is no such download.');
      const publication = current();
      if (!publication)
        throw new Problem(503, 'agent_not_published', 'No agent is published yet. Try again soon.', {
          headers: { 'Retry-After': String(RETRY_AFTER_SEC) },
        });
      const file = publication.files.get(name);
      if (file) return file;
      throw new Problem(404, 'agent_not_published', `There is no ${name} in what is published.`);
    },
    publishedAgent: () => {
      const manifest = current()?.manifest;
      if (!manifest) return null;
      const { updatePublicKeys } = config;
      return {
        version: manifest.version,
        publicKeys: updatePublicKeys.length > 0 ? updatePublicKeys : [manifest.key_id],
      };
    },
  };
}

const read = (name: string): string => readFileSync(join(INSTALLERS, name), 'utf8');

function script(text: string): FileAnswer {
  const bytes = Buffer.from(text);
  return {
    contentType: 'text/x-shellscript; charset=utf-8',
    etag: createHash('sha256').update(bytes).digest('hex'),
    cacheControl: 'no-cache',
    body: { bytes },
    encodings: [],
  };
}
