/**
 * Two faults of postgres.js 3.4.9 after which each query of a connection gets the answer of another one, which on the
 * connection that asks who calls makes one person another. Both are mended in its class of queries, for the whole process.
 *
 * A statement whose table has changed under it, or that the server does not know any more, is prepared and sent anew (`retry`
 * in connection.js) without heed of what is sent behind it meanwhile, whose answers come first. It goes back into the queue
 * here, where it waits for its turn like a new one.
 *
 * A query with a parameter that cannot be written counts as sent before that is noticed (`execute`): the query in front of it
 * fails in its place, and it takes the answer of the next one. It is refused here before it stands in any queue.
 */
import type { Pool } from '../domain/sql.ts';

/** What postgres.js keeps of a query. */
interface Query {
  args: unknown[];
  executed: boolean;
  cancelled: unknown;
  handler: (query: Query) => void;
  reject: (error: unknown) => void;
}
/** Of `sql({…})` and `sql([…])`: the values, and the columns that are taken of them. */
interface Builder {
  first: unknown;
  rest: unknown[];
}
type Prototype = { handle: (this: Query) => Promise<void> };

/** Once is enough; again has no effect. */
export function mendDriver(sql: Pool): void {
  const prototype = Object.getPrototypeOf(sql`select 1`) as Prototype; // a query is sent when somebody waits for it
  if (Object.hasOwn(prototype, 'retried')) return;
  const builder: unknown = Object.getPrototypeOf(sql({ a: 1 }));
  requeueRetries(prototype);
  refuseBadParameters(prototype, {
    isQuery: (value): value is Query => Object.getPrototypeOf(value) === prototype,
    isBuilder: (value): value is Builder => Object.getPrototypeOf(value) === builder,
  });
}

function requeueRetries(prototype: Prototype): void {
  const failures = new WeakMap<Query, unknown>();
  Object.defineProperty(prototype, 'retried', {
    // The error of the first try, with which the query fails when the second one does.
    get(this: Query) {
      return failures.get(this);
    },
    // Set by retry() just before it sends the query, which it leaves when it is cancelled.
    set(this: Query, error: unknown) {
      failures.set(this, error);
      this.cancelled = true;
      queueMicrotask(() => {
        this.cancelled = null;
        this.handler(this);
      });
    },
  });
}

interface Kinds {
  isQuery: (value: object) => value is Query;
  isBuilder: (value: object) => value is Builder;
}

function refuseBadParameters(prototype: Prototype, kinds: Kinds): void {
  const { handle } = prototype;
  prototype.handle = function (this: Query) {
    if (this.executed || this.args.every((value) => canBeWritten(value, kinds))) return handle.call(this);
    this.executed = true;
    const message = 'a parameter is undefined or an invalid date';
    this.reject(Object.assign(new Error(message), { code: 'UNDEFINED_VALUE' }));
    return Promise.resolve();
  };
}

function canBeWritten(value: unknown, kinds: Kinds): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (Array.isArray(value)) return value.every((element) => canBeWritten(element, kinds));
  if (kinds.isQuery(value)) return value.args.every((element) => canBeWritten(element, kinds));
  if (kinds.isBuilder(value)) return rowsOf(value).every((row) => canBeWritten(valuesOf(row, value), kinds));
  return true;
}

const rowsOf = ({ first }: Builder): unknown[] => (Array.isArray(first) ? first : [first]);

function valuesOf(row: unknown, { rest }: Builder): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const columns = rest.flat().map(String);
  return columns.length === 0 ? Object.values(row) : columns.map((column) => Reflect.get(row, column));
}
