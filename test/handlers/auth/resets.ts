/** Asking for a link to set a new password, and using it, on one test server whose relay is away. */
import { sendRequestedLinks } from '../../../domain/account-links/reset-requests.ts';
import { createContext } from '../../context.ts';
import { createPerson, PASSWORD, type Person } from '../../factories.ts';
import { startServer } from '../../harness.ts';
import { MAIL_STAYS, newPeer, tokenTo } from '../../mailed-links.ts';

export const NEW = 'Another-Horse-Stable-7';
export const refused = { status: 400, body: { code: 'link_invalid' } };

export type Resets = Awaited<ReturnType<typeof startResets>>;

export async function startResets() {
  const server = await startServer({ ...MAIL_STAYS, RMM_TRUSTED_PROXIES: '127.0.0.1' });
  let count = 0;

  const ask = (email: string, headers = newPeer()) =>
    server.call('POST /api/auth/password-reset', { token: null, body: { email }, headers });
  /** What the server does by itself every two seconds; its own round may hold a request that ours then passes over. */
  const work = async () => {
    const queued = await sendRequestedLinks(createContext(server).ctx);
    await server.db.sql`select from password_reset_requests for update`;
    return queued;
  };

  return {
    server,
    ask,
    work,
    createReader: async (options: { confirmed?: boolean } = {}) => {
      const email = `reader-${++count}@example.com`;
      return { ...(await createPerson(server.db, { password: PASSWORD, email, confirmed: true, ...options })), email };
    },
    confirm: (token: string, password = NEW, headers = newPeer()) =>
      server.call('POST /api/auth/password-reset/confirm', { token: null, body: { token, password }, headers }),
    login: ({ username }: Person, password: string) =>
      server.call('POST /api/auth/login', { token: null, body: { username, password }, headers: newPeer() }),
    /** The secret of a new link. */
    linkFor: async (email: string) => {
      await ask(email);
      await work();
      return tokenTo(server, email);
    },
    /** Runs something at another time, and comes back. */
    after: async <T>(minutes: number, what: () => Promise<T>): Promise<T> => {
      server.clock.offsetMs += minutes * 60_000;
      return what().finally(() => {
        server.clock.offsetMs -= minutes * 60_000;
      });
    },
    linkToProvider: ({ id }: Person) =>
      server.db.sql`insert into sso_identities (user_id, issuer, subject) values (${id}, 'https://idp.test', ${id})`,
    /** Single sign-on is on meanwhile, for the server's own work too. */
    withSso: async <T>(what: () => Promise<T>): Promise<T> => {
      const { settings } = server.muster.services;
      settings.sso.enabled = true;
      return what().finally(() => {
        settings.sso.enabled = false;
      });
    },
  };
}
