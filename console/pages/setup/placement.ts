import { api, type Output } from '../../api.ts';

/** Where the first device goes, and the token that lets it in; the token is only known right after it was made. */
export type Placement = { company: string; site: { id: string; name: string }; token?: Token };
export type Token = Output<'POST /api/enroll-tokens'>;

/** The first company with a site; null when there is none yet. */
export async function readPlacement(signal: AbortSignal): Promise<Placement | null> {
  const [{ clients }, { sites }] = await Promise.all([
    api('GET /api/clients', { signal }),
    api('GET /api/sites', { signal }),
  ]);
  for (const client of clients) {
    const site = sites.find((candidate) => candidate.client_id === client.id);
    if (site) return { company: client.name, site };
  }
  return null;
}

/** A token for one device, valid for 72 hours. */
export async function issueToken(siteId: string): Promise<Token> {
  return api('POST /api/enroll-tokens', { body: { site_id: siteId, uses: 1, ttl_hours: 72 } });
}

/** A secret with its middle left out, for the screen: rme_q7Jm…x2Vd. */
export function masked(secret: string): string {
  return secret.length > 16 ? `${secret.slice(0, 8)}…${secret.slice(-4)}` : secret;
}
