import type { Ctx } from '../context.ts';
import type { JsonText } from '../json-text.ts';
import { invalid } from '../problem.ts';
import type { TableAnswer } from '../table-answer.ts';

interface Forms<Q, T> {
  json: (ctx: Ctx, query: Q) => Promise<JsonText<T>>;
  csv: (ctx: Ctx, query: Q) => Promise<TableAnswer>;
}

/** A report in the form that was asked for. @throws 400 for CSV over MCP and in chat, where there is no file to write */
export function inFormat<Q extends { format: 'json' | 'csv' }, T>(ctx: Ctx, query: Q, { json, csv }: Forms<Q, T>) {
  if (query.format === 'json') return json(ctx, query);
  if (ctx.origin.via) throw invalid('format', 'A tool answers JSON.');
  return csv(ctx, query);
}
