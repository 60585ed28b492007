/** A server of downloads that a test can make lie: what a compromised server or a frozen mirror would send. */

import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PublishOptions } from '../../runtime/publication/publish.ts';
import { renderInstaller } from '../../runtime/publication/render-installer.ts';
import { publish } from '../publication.ts';

const installers = join(import.meta.dirname, '../../installers');
const read = (name: string) => readFileSync(join(installers, name), 'utf8');

export interface Mirror {
  port: number;
  url: string;
  /** Body by path; a test may change any of them. */
  files: Map<string, Buffer>;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** Statuses to answer with before the files, one a request. */
  refusals: number[];
  /** Signs these agents and serves them instead of what was served. */
  publish: (
    agents: Record<string, Uint8Array | string>,
    options: Partial<PublishOptions> & { privateKey: KeyObject },
  ) => Promise<void>;
}

export async function startMirror(): Promise<Mirror> {
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const refusals: number[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const refusal = path.startsWith('/dl/') ? refusals.shift() : undefined;
    const body = files.get(path);
    response.writeHead(refusal ?? (body ? 200 : 404)).end(refusal ? '' : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  files.set('/install.sh', Buffer.from(renderInstaller(read('install.sh'), url, read('rmm-agent.service'))));
  files.set('/uninstall.sh', Buffer.from(read('uninstall.sh')));
  return {
    port,
    url,
    files,
    asked,
    refusals,
    publish: async (agents, options) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'muster-test-'));
      try {
        await publish(dataDir, agents, options);
        const dl = join(dataDir, 'dl');
        for (const name of readdirSync(dl)) files.set(`/dl/${name}`, readFileSync(join(dl, name)));
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/**
 * A program that does what install.sh asks of an agent: says its version, enrolls (`enroll` is the exit code), and as a
 * service says that it is connected and stays (`service: 'stays'`), or goes at once.
 */
export const standIn = (
  version: string,
  { enroll = 0, service = 'stays' as 'stays' | 'dies' } = {},
): string => `#!/bin/sh
case "$*" in
  *-print-version*) echo ${version} ;;
  *-enroll-only*) exit ${enroll} ;;
  *)
    ${service === 'dies' ? 'echo "level=error msg=broken" >&2; exit 1' : 'echo \'level=info msg="connected" device=1\' >&2; exec sleep 600'}
    ;;
esac
`;
