import type { Device } from '../../schema/devices.ts';
import type { Ctx } from '../context.ts';
import { lockDevice } from './lock.ts';
import { read } from './read.ts';

/** What people write about a device; everything else its agent says. */
interface Editable {
  description: string;
  note: string;
  tags: string[];
  extprov_a_id: string | null;
  extprov_b_id: string | null;
}
const editable = ['description', 'note', 'tags', 'extprov_a_id', 'extprov_b_id'] as const;

/** Omitted fields stay; tags are kept sorted and distinct. @throws 404, 403 */
export function edit(
  ctx: Ctx,
  id: string,
  wanted: Partial<Pick<Editable, 'description' | 'note' | 'tags'>>,
): Promise<Device> {
  const tags = wanted.tags && [...new Set(wanted.tags)].sort();
  return write(ctx, id, { ...wanted, tags });
}

/** Under which id the external remote tools know the device; blank and null clear it. @throws 404, 403 */
export function setRemoteIds(
  ctx: Ctx,
  id: string,
  wanted: Partial<Pick<Editable, 'extprov_a_id' | 'extprov_b_id'>>,
): Promise<Device> {
  const blankToNull = (value: string | null | undefined) => (value === '' ? null : value);
  return write(ctx, id, {
    extprov_a_id: blankToNull(wanted.extprov_a_id),
    extprov_b_id: blankToNull(wanted.extprov_b_id),
  });
}

async function write(ctx: Ctx, id: string, wanted: Partial<Editable>): Promise<Device> {
  const { hostname } = await lockDevice(ctx, id);
  const [before] = await ctx.sql<Editable[]>`
    select description, note, tags, extprov_a_id, extprov_b_id from devices where id = ${id}`;
  const fields = editable.filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(before?.[field]),
  );
  if (fields.length > 0) {
    await ctx.sql`update devices set ${ctx.sql(wanted, fields)}, updated_at = ${ctx.now()} where id = ${id}`;
    await ctx.audit('device.update', { id, name: hostname }, { fields });
    ctx.emit({ type: 'changed', noun: 'devices', ids: [id] });
  }
  return read(ctx, id);
}
