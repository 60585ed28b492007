/** Under a list of allowed hosts each host of an application counts: every one that it returns to, and that of its document. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { issue } from '../../../domain/oauth/authorize/issue.ts';
import { createContext } from '../../context.ts';
import { createOauthApplication, createPerson } from '../../factories.ts';
import { authorize, CALLBACK, type OauthServer, obtain, refreshForm, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());
afterEach(() => server.db.sql`update oauth_policy set registration = 'any', allowed_hosts = '{}'`);

const allow = (hosts: string[]) =>
  server.db.sql`update oauth_policy set registration = 'allowed_hosts', allowed_hosts = ${hosts}`;

interface Made {
  id: string;
  clientId: string;
}

/** One that returns to two hosts, and one whose document lies on another host than it returns to. */
const kinds: Record<string, { make: () => Promise<Made>; all: string[]; some: string[] }> = {
  'a second redirect URI': {
    make: () => createOauthApplication(server.db, { redirectUris: [CALLBACK, 'https://second.example.com/callback'] }),
    all: ['client.example.com', 'second.example.com'],
    some: ['client.example.com'],
  },
  'its metadata document': {
    make: async () => {
      const { id, clientId: name } = await createOauthApplication(server.db);
      const clientId = `https://document.example.com/${name}.json`;
      await server.db.sql`
        update oauth_applications set kind = 'metadata_document', client_id = ${clientId}, fetched_at = now(),
          fresh_until = now() + interval '1 day' where id = ${id}`;
      return { id, clientId };
    },
    all: ['client.example.com', 'document.example.com'],
    some: ['client.example.com'],
  },
};

describe.each(Object.entries(kinds))('when the host of %s is taken off the list', (_, { make, all, some }) => {
  test('no code is exchanged and no token refreshed; with it both are', async () => {
    const application = await make();
    const [granted, held] = [await authorize(server, { application }), await obtain(server, { application })];
    const refresh = () => server.post('/oauth/token', refreshForm(held.refresh_token, application.clientId));
    await allow(some);
    for (const answer of [await server.post('/oauth/token', granted.form), await refresh()])
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await allow(all);
    expect((await refresh()).status).toBe(200);
    const again = await authorize(server, { application });
    expect((await server.post('/oauth/token', again.form)).status).toBe(200);
  });

  test('after the request was judged, who issues the code sees it', async () => {
    const { id, clientId } = await make();
    const person = await createPerson(server.db);
    const asked = {
      request: {
        ...{ client_id: clientId, redirect_uri: CALLBACK, redirect_uri_stated: true, code_challenge: 'x' },
        ...{ state: null, scope: 'mcp', resource: server.resource },
      },
      application: {
        ...{ id, client_id: clientId, name: 'an application', redirect_uris: [CALLBACK], hosts: [] },
        status: 'approved' as const,
      },
      ...{ host: 'client.example.com', standing: 'listed' as const },
    };
    const issued = () => transaction(createContext(server).ctx, (ctx) => issue(ctx, asked, person, 'password'));
    await allow(some);
    expect(await issued()).toEqual({ refused: 'application_not_allowed' });
    await allow(all);
    expect(await issued()).toEqual({ code: expect.stringMatching(/^rmc_/) });
  });
});
