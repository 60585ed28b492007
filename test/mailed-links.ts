/** Links that were mailed, as they lie in the outbox while the relay is away: nothing to wait for. */
import { MailContent } from '../domain/mail/content.ts';
import { payloadPlace } from '../domain/mail/queue.ts';
import type { TestServer } from './harness.ts';

/** Environment of a server whose relay never answers, so that mail stays where it was queued. Nobody listens on port 1. */
export const MAIL_STAYS = { RMM_SMTP_URL: 'smtp://127.0.0.1:1', RMM_SMTP_FROM: 'Muster <muster@example.com>' };

/** What was queued to an address, in that order. */
export async function mailsTo(server: TestServer, address: string): Promise<MailContent[]> {
  const rows = await server.db.sql<{ id: string; payload: string }[]>`
    select id, payload from outbox where recipient = ${address} order by id`;
  const { secrets } = server.muster.services;
  return rows.map(({ id, payload }) => MailContent.parse(JSON.parse(secrets.open(payloadPlace(id), payload))));
}

/** The secrets of the links among them. */
export async function tokensTo(server: TestServer, address: string): Promise<string[]> {
  const mails = await mailsTo(server, address);
  return mails.flatMap((mail) => ('url' in mail ? [mail.url.split('#token=')[1] ?? ''] : []));
}

/** The one in the latest. */
export async function tokenTo(server: TestServer, address: string): Promise<string> {
  const token = (await tokensTo(server, address)).at(-1);
  if (!token) throw new Error(`no link was mailed to ${address}`);
  return token;
}

let peers = 0;
/** Header of a peer that nobody has been yet, for a server that trusts 127.0.0.1 as a proxy: it has its limits to itself. */
export const newPeer = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++peers / 250)}.${(peers % 250) + 1}` });
