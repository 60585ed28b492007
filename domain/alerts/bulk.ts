import type { AlertBulk, AlertBulkAnswer } from '../../schema/alerts.ts';
import { type Ctx, transaction } from '../context.ts';
import { JsonText } from '../json-text.ts';
import { outOfScope } from '../problem.ts';
import { acknowledge, type Decided, resolve } from './decide.ts';
import type { Asked } from './hold.ts';
import { asJson } from './list.ts';
import { suppress } from './suppress.ts';

/**
 * Decides on many alerts at once, in one transaction and each by its own id: what could not be changed is listed with the
 * reason and holds up none of the others. @throws 400 as suppress(); 403 when every alert is out of scope
 */
export const bulk = (ctx: Ctx, body: AlertBulk): Promise<JsonText<AlertBulkAnswer>> =>
  transaction(ctx, async (inside) => {
    const ids = [...new Set(body.ids)];
    const { updated, refused } = await decide(inside, body, {
      ids,
      expectedVersions: new Map(Object.entries(body.expected_versions)),
    });
    const failed = [...refused].map(([id, { message, code }]) => ({ id, error: message, code }));
    if (failed.length === ids.length && failed.every(({ code }) => code === 'out_of_scope')) throw outOfScope('alert');
    return new JsonText(`{"updated":${await asJson(inside, updated)},"failed":${JSON.stringify(failed)}}`);
  });

function decide(ctx: Ctx, { action, note, silence_until }: AlertBulk, asked: Asked): Promise<Decided> {
  if (action === 'ack') return acknowledge(ctx, asked, note);
  if (action === 'resolve') return resolve(ctx, asked, note);
  return suppress(ctx, asked, silence_until ? new Date(silence_until) : null, note);
}
