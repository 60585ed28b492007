/** Transactions over postgres.js, each on an instance with one connection; runtime/database-pool.ts says why. */
import type postgres from 'postgres';
import type { Pool } from '../domain/sql.ts';

/** Opens an instance of postgres.js that calls `onclose` when one of its connections is gone. */
export type Open = (max: number, onclose: () => void) => Pool;

// biome-ignore lint/complexity/noBannedTypes: postgres.js spells "no custom types" as {}
type TransactionSql = postgres.TransactionSql<{}>;
type Work<T> = (sql: TransactionSql) => T | Promise<T>;
type Client = { sql: Pool; lost: boolean };

/** `begin` as postgres.js has it, for at most `max` transactions at once; further ones wait for their turn. */
export function createTransactions(open: Open, max: number) {
  const clients = createClients(open, max);
  const running = new Set<Promise<unknown>>();
  let ending = false;

  /** Commits what `work` did and returns its result, or rolls back and rejects with its error. */
  async function begin<T>(...args: [Work<T>] | [string, Work<T>]): Promise<T> {
    const [options, work] = args.length === 1 ? ['', args[0]] : args;
    if (ending) throw failure('CONNECTION_ENDED', 'the connections to the database are closed');
    const done = clients.use((client) => inTransaction(client, options, work));
    running.add(done);
    return done.finally(() => running.delete(done));
  }

  /** Lets the running transactions finish within `timeout` seconds, then closes all connections. */
  async function end({ timeout = 0 }: { timeout?: number } = {}): Promise<void> {
    ending = true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, timeout * 1000);
    });
    await Promise.race([Promise.allSettled(running), late]);
    clearTimeout(timer);
    await clients.end();
  }

  return { begin, end };
}

/** Lends out instances of one connection. A lost one is dropped, never lent again. */
function createClients(open: Open, max: number) {
  const all = new Set<Client>();
  const idle: Client[] = [];
  const waiting: ((client: Client) => void)[] = [];

  const openClient = (): Client => {
    const client: Client = { lost: false, sql: open(1, () => drop(client)) };
    all.add(client);
    return client;
  };
  const drop = (client: Client): void => {
    if (client.lost) return;
    client.lost = true;
    all.delete(client);
    if (idle.includes(client)) idle.splice(idle.indexOf(client), 1);
    void client.sql.end({ timeout: 0 });
  };
  const acquire = (): Promise<Client> | Client => {
    const free = idle.pop() ?? (all.size < max ? openClient() : undefined);
    return free ?? new Promise((resolve) => waiting.push(resolve));
  };
  const release = (client: Client): void => {
    const next = waiting.shift();
    if (next) next(client.lost ? openClient() : client);
    else if (!client.lost) idle.push(client);
  };

  return {
    use: async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
      const client = await acquire();
      try {
        return await work(client);
      } finally {
        release(client);
      }
    },
    end: async () => {
      await Promise.all([...all].map((client) => client.sql.end({ timeout: 0 })));
    },
  };
}

async function inTransaction<T>(client: Client, options: string, work: Work<T>): Promise<T> {
  const scope = { over: false };
  await client.sql.unsafe(`begin ${options}`);
  try {
    const result = await work(guard(client, scope));
    checkUsable(client, scope);
    const { command } = await client.sql`commit`;
    // PostgreSQL answers so when a statement failed, whose error then has been swallowed.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back: a statement in it has failed');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is of no use any more; the first error is the one that tells.
    if (!client.lost) await client.sql`rollback`.catch(() => client.sql.end({ timeout: 0 }));
    throw error;
  } finally {
    scope.over = true;
  }
}

/**
 * The connection as `work` sees it: it refuses once the transaction is over or its connection lost, when postgres.js
 * would connect anew and run the statement outside of any transaction.
 */
function guard(client: Client, scope: { over: boolean }): TransactionSql {
  let savepoints = 0;
  const savepoint = async <T>(...args: [Work<T>] | [string, Work<T>]): Promise<T> => {
    const work = args.length === 1 ? args[0] : args[1];
    const name = sql(`s${savepoints++}`);
    await sql`savepoint ${name}`;
    try {
      return await work(sql);
    } catch (error) {
      await sql`rollback to ${name}`;
      throw error;
    }
  };
  const proxy: unknown = new Proxy(client.sql, {
    apply: (target, _this, args) => {
      checkUsable(client, scope);
      return Reflect.apply(target, undefined, args);
    },
    get: (target, key) => {
      checkUsable(client, scope);
      return key === 'savepoint' ? savepoint : Reflect.get(target, key);
    },
  });
  const sql = proxy as TransactionSql; // what the traps make of it, which TypeScript cannot know
  return sql;
}

function checkUsable(client: Client, scope: { over: boolean }): void {
  if (client.lost) throw failure('CONNECTION_CLOSED', 'the connection to the database was lost in a transaction');
  if (scope.over) throw new Error('the transaction is over');
}

/** With the code that postgres.js uses for the same. */
function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
