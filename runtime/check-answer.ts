/** What tests ask of every answer: that it is what the endpoint declares. Production sends it as it is. */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { JsonText } from '../domain/json-text.ts';
import type { Problem } from '../domain/problem.ts';
import { isReply, isWritten } from '../domain/reply.ts';
import { isTable } from '../domain/table-answer.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** @throws Error unless the answer has the shape of `output` and no more */
export function checkOutput({ output, responds, route }: AnyEndpoint, answer: unknown): void {
  if (!output || responds === 'file' || isTable(answer) || isWritten(answer)) return;
  const content = isReply(answer) ? answer.body : answer;
  if (isReply(answer) && content === undefined) return;
  check(`${route} answers`, output, content instanceof JsonText ? JSON.parse(content.text) : (content ?? null));
}

/** @throws Error unless what the refusal holds beside the keys of every refusal is declared for its status */
export function checkRefusal({ route, refusals }: AnyEndpoint, { status, extras }: Problem): void {
  if (!extras.body) return;
  const schema = refusals?.[status];
  if (!schema) throw new Error(`${route} must declare what its ${status} holds: ${JSON.stringify(extras.body)}`);
  check(`${route} refuses`, schema, extras.body);
}

/** Keys that the schema does not name count as well: production sends what the handler returns, so they would leave the house. */
function check(what: string, schema: z.ZodType, content: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(content));
  const judged = schema.safeParse(sent);
  if (!judged.success) throw new Error(`${what} outside its schema: ${judged.error.message}`);
  if (!isDeepStrictEqual(judged.data, sent))
    throw new Error(`${what} with more than its schema: ${JSON.stringify(sent).slice(0, 2000)}`);
}
