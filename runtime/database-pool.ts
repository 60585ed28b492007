/**
 * A pool that never uses a connection object again once its connection is gone. postgres.js 3.4.9 does, and then may end the
 * process (uncaught TypeError in nextWrite, issue 1208), hang every reconnect (stale bytes before the startup message, pull
 * request 1215) or run the rest of a dead transaction inside somebody else's (issue 1216). So plain queries go to an
 * instance that is replaced as a whole, and transactions to instances of one connection each (runtime/transactions.ts).
 */
import type { Pool } from '../domain/sql.ts';
import { createTransactions, type Open } from './transactions.ts';

/** How long what still runs on a retired instance may take; it has as long as the statement timeout. */
const RETIRED_SEC = 30;
/** Beyond the longest pause before postgres.js connects again, which is 20 s. */
const LATE_MS = 30_000;

/**
 * A connection that was being made anew while its instance ended comes up afterwards, and would stay: two in each crash
 * under load. end() does nothing a second time, close() does.
 */
const closeLate = (retired: Pool): Promise<void> => {
  const closable = retired as Pool & { close: () => Promise<void> }; // postgres.js has it, its types do not
  return closable.close();
};

export interface Renewable {
  /**
   * For connections that took a query and stay silent (a cut cable, a firewall that forgot them, a process that was stopped),
   * which TCP notices after a quarter of an hour: plain queries go over new ones from now on, and what still waits on the
   * old ones after `graceSec` fails.
   */
  renew: (graceSec: number) => void;
}

/** A pool of at most `max` connections for plain queries and as many for transactions, each opened when first needed. */
export function createPool(open: Open, max: number): Pool & Renewable {
  const openInstance = (): Pool => {
    const instance = open(max, () => {
      if (current === instance) renew(RETIRED_SEC);
    });
    return instance;
  };
  const renew = (graceSec: number): void => {
    const retired = current;
    current = openInstance();
    void retired.end({ timeout: graceSec }).then(() => setTimeout(() => void closeLate(retired), LATE_MS).unref());
  };
  let current = openInstance();
  const transactions = createTransactions(open, max);
  const own = {
    renew,
    begin: transactions.begin,
    end: async (options?: { timeout?: number }) => {
      const instance = current;
      await Promise.all([transactions.end(options), instance.end(options)]);
    },
    reserve: () => Promise.reject(new Error('a reserved connection is not safe with postgres.js 3.4.9: use begin')),
  };
  const pool = new Proxy(current, {
    apply: (_target, _this, args) => Reflect.apply(current, undefined, args),
    get: (_target, key) => Reflect.get(key in own ? own : current, key),
  });
  return pool as Pool & Renewable; // what the traps make of it, which TypeScript cannot know
}
