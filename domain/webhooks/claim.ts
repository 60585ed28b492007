import { type Ctx, transaction } from '../context.ts';
import { type Claimed, taken } from '../mail/claim.ts';

/** Of one webhook at a time: a receiver that stalls has two senders waiting, and the others theirs. */
export const AT_ONCE = 2;
/** Key of the advisory lock ("hook" in ASCII): claims are counted one after the other. */
const LOCK = 0x686f6f6b;

/** A delivery that this caller alone may make, until its lease ends. */
export interface ClaimedDelivery extends Claimed {
  webhook_id: string;
  url: string;
  /** Sealed. */
  secret: string;
  created_at: string;
}

/**
 * Takes the delivery that has been due longest of those whose webhook is enabled and has a sender free; what is queued for a
 * disabled one waits until it is enabled again.
 */
export const claimDelivery = (ctx: Ctx): Promise<ClaimedDelivery | undefined> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`;
    const [claimed] = await sql<ClaimedDelivery[]>`
      with due as (
        select n.id, w.id as webhook_id, w.url, w.secret
        from webhooks w cross join lateral (
          select m.id, m.next_attempt_at from outbox m
          where m.webhook_id = w.id and m.state = 'pending' and m.next_attempt_at <= ${inside.now()}
          order by m.next_attempt_at limit 1) n
        where w.enabled
          and (select count(*) from outbox b where b.webhook_id = w.id and b.state = 'processing') < ${AT_ONCE}
        order by n.next_attempt_at limit 1)
      update outbox m set ${taken(inside)}
      from due where m.id = due.id and m.state = 'pending'
      returning m.id, m.kind, m.payload, m.attempts, m.lease_token, rfc3339(m.created_at) as created_at,
                due.webhook_id, due.url, due.secret`;
    return claimed;
  });
