/**
 * The authorization suite of @modelcontextprotocol/conformance, with a person who consents. Expected failures: none. The suite knows
 * no registration; its client_id is one that was registered before.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageOf, submit } from '../../consent.ts';
import { createPerson, PASSWORD } from '../../factories.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';
import { freePort } from '../../server-process.ts';

const SUITE = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());

/** What somebody does whom the suite sends to this address: they sign in, allow it, and the browser goes back. */
async function consent(address: string): Promise<void> {
  const { username } = await createPerson(server.db, { role: 'tech', password: PASSWORD });
  const url = new URL(address);
  const query = Object.fromEntries(url.searchParams);
  const page = pageOf(await server.call(`GET ${url.pathname}`, { token: null, query }));
  const answer = await submit(server, page, { username, password: PASSWORD });
  await fetch(answer.headers.get('location') ?? '');
}

test.each(['2025-11-25', '2026-07-28'])(
  'the conformance suite of %s finds nothing to object to',
  async (revision) => {
    const port = await freePort();
    const { body: client } = await server.register({
      client_name: `Suite ${revision}`,
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
    });
    const issuer = new URL(server.resource).origin;
    const suite = spawn(process.execPath, [
      ...[SUITE, 'authorization', '--url', issuer, '--client-id', client.client_id],
      ...['--resource', server.resource, '--port', String(port), '--spec-version', revision],
    ]);
    let said = '';
    let asked = false;
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /^(http\S+\/oauth\/authorize\?\S+)$/m.exec(said)?.[1];
      if (!address || asked) return;
      asked = true;
      consent(address).catch((error: unknown) => {
        said += String(error);
        suite.kill();
      });
    };
    suite.stdout.on('data', listen);
    suite.stderr.on('data', listen);
    const [code] = await once(suite, 'close'); // behind the last of its output
    expect({ code, failed: /[✗✘]|FAILURE|WARNING|SKIPPED/.exec(said)?.[0], said }).toMatchObject({
      code: 0,
      failed: undefined,
    });
    expect(said).toMatch(/authorization-code-grant/);
  },
  60_000,
);
