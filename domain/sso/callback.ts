import { type Ctx, transaction } from '../context.ts';
import { type Offered, offer, reopen } from '../oauth/authorize/by-sso.ts';
import { accountOf } from './account.ts';
import { createExchange } from './exchanges.ts';
import { providerOf, spendFlow } from './flows.ts';
import { judged, ssoFailed } from './refusal.ts';

export type Finished = { code: string; redirectTo: string } | { consent: Offered };

interface Returned {
  /** Parameters with which the provider sent the browser back (RFC 6749, 4.1.2). */
  query: Record<string, string>;
  /** The cookie's value. */
  binding: string | undefined;
}

/**
 * Takes a browser back from the provider: spends the flow, has the provider vouch for somebody, finds or makes their
 * account; then they go on to the console, or are asked whether an application may connect, if that was what they signed in
 * for. Talks to the network, so it opens its own transaction after that.
 * @throws 404 while off, 401 sso_failed; Problem for a page when the application may not connect any more
 */
export async function finish(ctx: Ctx, { query, binding }: Returned): Promise<Finished> {
  const provider = providerOf(ctx);
  const { state } = query;
  if (state === undefined) throw ssoFailed('unknown_state');
  const { flow, redirectTo, authorizeRequest } = await spendFlow(ctx, state, binding);
  const identity = await judged(provider.redeem(new URLSearchParams(query).toString(), flow));
  const asked = authorizeRequest && (await reopen(ctx, authorizeRequest));
  return transaction(ctx, async (inside): Promise<Finished> => {
    const userId = await accountOf(inside, identity);
    if (asked) return { consent: await offer(inside, asked, userId) };
    return { code: await createExchange(inside, userId, binding ?? ''), redirectTo };
  });
}
