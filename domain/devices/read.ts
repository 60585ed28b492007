import type { Device } from '../../schema/devices.ts';
import type { Ctx } from '../context.ts';
import { JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { deviceInScope } from '../scope.ts';
import { deviceColumns, placeJoins } from './columns.ts';

/** One device. @throws 404 device_not_found, 403 out_of_scope */
export async function read(ctx: Ctx, id: string): Promise<JsonText<Device>> {
  const [row] = await readQuery(ctx, id);
  if (!row) throw notFound('device');
  if (!row.in_scope) throw outOfScope('device');
  return new JsonText(row.json);
}

/** Whether it is there, whether the caller may see it, and what it is, in one round trip. */
export const readQuery = (ctx: Pick<Ctx, 'sql' | 'scope'>, id: string) => ctx.sql<
  { in_scope: boolean; json: string }[]
>`
  select ${deviceInScope(ctx)} as in_scope, row_to_json(r)::text as json
  from devices d ${placeJoins(ctx)}
  cross join lateral (select ${deviceColumns(ctx)}) r
  where d.id = ${id}`;
