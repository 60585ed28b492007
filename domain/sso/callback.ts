import { type Ctx, transaction } from '../context.ts';
import { accountOf } from './account.ts';
import { createExchange } from './exchanges.ts';
import { providerOf, spendFlow } from './flows.ts';
import { judged, ssoFailed } from './refusal.ts';

interface Returned {
  /** Parameters with which the provider sent the browser back (RFC 6749, 4.1.2). */
  query: Record<string, string>;
  /** The cookie's value. */
  binding: string | undefined;
}

/**
 * Takes a browser back from the provider: spends the flow, has the provider vouch for somebody, finds or makes their
 * account. Talks to the network, so it opens its own transaction after that.
 * @throws 404 while off, 401 sso_failed
 */
export async function finish(ctx: Ctx, { query, binding }: Returned): Promise<{ code: string; redirectTo: string }> {
  const provider = providerOf(ctx);
  const { state } = query;
  if (state === undefined) throw ssoFailed('unknown_state');
  const { flow, redirectTo } = await spendFlow(ctx, state, binding);
  const identity = await judged(provider.redeem(new URLSearchParams(query).toString(), flow));
  return transaction(ctx, async (inside) => {
    const userId = await accountOf(inside, identity);
    return { code: await createExchange(inside, userId, binding ?? ''), redirectTo };
  });
}
