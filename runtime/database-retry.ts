/**
 * A statement whose table has changed under it, or that the server does not know any more, is prepared and sent anew by
 * postgres.js 3.4.9 (`retry` in connection.js), but it takes no heed of what is sent behind it meanwhile: those answers come
 * first, and from then on each query of the connection gets the answer of another one, which on the connection that asks who
 * calls makes one person another. Such a query goes back into the queue here, where it waits for its turn like a new one.
 */
import type { Pool } from '../domain/sql.ts';

/** What postgres.js keeps of a query that it has sent. */
interface Sent {
  cancelled: unknown;
  handler: (query: Sent) => void;
}

/** Mends it for the whole process; again has no effect. */
export function mendRetry(sql: Pool): void {
  const prototype: unknown = Object.getPrototypeOf(sql`select 1`); // a query is sent when somebody waits for it
  if (typeof prototype !== 'object' || prototype === null || Object.hasOwn(prototype, 'retried')) return;
  const failures = new WeakMap<Sent, unknown>();
  Object.defineProperty(prototype, 'retried', {
    // The error of the first try, with which the query fails when the second one does.
    get(this: Sent) {
      return failures.get(this);
    },
    // Set by retry() just before it sends the query, which it leaves when it is cancelled.
    set(this: Sent, error: unknown) {
      failures.set(this, error);
      this.cancelled = true;
      queueMicrotask(() => {
        this.cancelled = null;
        this.handler(this);
      });
    },
  });
}
