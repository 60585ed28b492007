import { Problem } from '../../domain/problem.ts';
import type { TableAnswer } from '../../domain/table-answer.ts';
import type { Log } from '../log.ts';
import { type Exchange, writeHead } from '../static-files/send.ts';
import { BYTE_ORDER_MARK, toCsv } from './csv.ts';
import { type Databases, readRows } from './read-rows.ts';
import { createChunkWriter } from './write-chunks.ts';

/** At once, for the whole server; runtime/open-database.ts has as many connections for them. */
export const EXPORTS_MAX = 4;
/** At once, for one account or token. */
const EACH_MAX = 2;
/** A transaction that stays open keeps PostgreSQL from cleaning up; a million rows take some twenty seconds here. */
const LONGEST_MS = 30 * 60_000;
const RETRY_AFTER = { headers: { 'Retry-After': '10' } };

export type SendTable = (exchange: Exchange, table: TableAnswer, account: string) => Promise<number>;

/**
 * Sends the rows of a table as CSV at the pace of the client, whatever their number in the same memory.
 * @returns the status. @throws Problem 429 or 503 when too many are under way, and whatever the query throws before the first
 * row: nothing has been sent then. A fault behind that breaks the connection off, so that no half file passes for a whole one.
 */
export function createTableSender(databases: Databases, log: Log, longestMs = LONGEST_MS): SendTable {
  const underWay: string[] = [];
  return async (exchange, table, account) => {
    if (underWay.filter((one) => one === account).length >= EACH_MAX)
      throw new Problem(
        429,
        'too_many_exports',
        'Two exports of yours are under way. Wait for one of them.',
        RETRY_AFTER,
      );
    if (underWay.length >= EXPORTS_MAX)
      throw new Problem(503, 'exports_busy', 'Too many exports are under way. Try again soon.', RETRY_AFTER);
    underWay.push(account);
    try {
      return await send(databases, log, longestMs, exchange, table);
    } finally {
      underWay.splice(underWay.indexOf(account), 1);
    }
  };
}

async function send(
  databases: Databases,
  log: Log,
  longestMs: number,
  { res, request, headers, gone }: Exchange,
  table: TableAnswer,
): Promise<number> {
  const head = {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${table.fileName}"`,
      'Cache-Control': 'no-store',
    },
  };
  if (request.method === 'head') {
    res.cork(() => {
      writeHead(res, head);
      res.endWithoutBody();
    });
    return 200;
  }
  let started = false;
  const writer = createChunkWriter(res, () => writeHead(res, head), gone, AbortSignal.timeout(longestMs));
  const begin = () => (started ? '' : BYTE_ORDER_MARK + toCsv([[...table.columns]]));
  try {
    await readRows(databases, table, gone, async (rows) => {
      const text = begin() + toCsv(rows);
      started = true;
      await writer.write(text);
    });
    if (!started) await writer.write(begin());
    await writer.end();
  } catch (error) {
    if (!started) throw error;
    log.error({ err: error, file: table.fileName }, 'an export was broken off');
    if (!gone.aborted) res.close();
  }
  return 200;
}
