import type { z } from 'zod';
import type { HardwareQuery, HardwareReport, PlaceFilter } from '../../schema/reports.ts';
import type { Ctx } from '../context.ts';
import { envelope, type JsonText } from '../json-text.ts';
import type { Fragment } from '../sql.ts';
import { csvName, type TableAnswer } from '../table-answer.ts';
import { machineCells, machineColumns } from './machines.ts';
import { devicePage, deviceRows, placeNames } from './pages.ts';
import { requirePlace } from './place.ts';

type Asked = Pick<Ctx, 'sql' | 'scope'>;

/** Every device with its machine. @throws as requirePlace; 400 invalid_cursor */
export async function hardware(ctx: Ctx, query: HardwareQuery): Promise<JsonText<z.output<typeof HardwareReport>>> {
  await requirePlace(ctx, query);
  const { json, total, next } = await devicePage(
    ctx,
    query,
    ctx.sql`d.id, d.hostname, ${placeNames(ctx)}, i.system ->> 'manufacturer' as manufacturer, i.system ->> 'model' as model,
      i.system ->> 'serial' as serial, i.system -> 'virtual' as virtual, i.cpu, i.memory -> 'memory_bytes' as memory_bytes,
      i.disks, i.volumes, rfc3339(i.collected_at) as collected_at`,
    inventory(ctx),
  );
  return envelope('devices', json, { total, next_cursor: next });
}

/** The same as CSV; disks and volumes in one cell each, sizes in bytes. */
export async function hardwareTable(ctx: Ctx, filter: PlaceFilter & { q?: string }): Promise<TableAnswer> {
  await requirePlace(ctx, filter);
  return {
    table: true,
    fileName: csvName('hardware', ctx.now()),
    columns: ['id', 'hostname', 'company', 'site', 'department', ...hardwareColumns],
    rows: (sql) => {
      const at = { ...ctx, sql };
      const columns = sql`d.id, d.hostname, c.name, s.name, g.name, ${hardwareCells(at)}`;
      return deviceRows(at, filter, columns, inventory(at));
    },
  };
}

/** A line for each device: what the reports on machines and on hardware say of it. */
export async function inventoryTable(ctx: Ctx, filter: PlaceFilter & { q?: string }): Promise<TableAnswer> {
  await requirePlace(ctx, filter);
  return {
    table: true,
    fileName: csvName('inventory', ctx.now()),
    columns: [...machineColumns, ...hardwareColumns],
    rows: (sql) => {
      const at = { ...ctx, sql };
      return deviceRows(at, filter, sql`${machineCells(at)}, ${hardwareCells(at)}`, inventory(at));
    },
  };
}

const hardwareColumns = [
  ...['manufacturer', 'model', 'serial', 'virtual', 'cpu', 'cpu_cores', 'cpu_threads', 'memory_bytes'],
  ...['disks', 'volumes', 'collected_at'],
];

const hardwareCells = ({ sql }: Asked): Fragment => sql`
  i.system ->> 'manufacturer', i.system ->> 'model', i.system ->> 'serial', (i.system ->> 'virtual')::boolean,
  i.cpu ->> 'model', (i.cpu ->> 'cores')::int, (i.cpu ->> 'threads')::int, (i.memory ->> 'memory_bytes')::bigint,
  (select string_agg(concat_ws(' ', x ->> 'name', x ->> 'model', x ->> 'size_bytes'), '; ') from jsonb_array_elements(i.disks) x),
  (select string_agg(concat_ws(' ', x ->> 'mount', x ->> 'used_bytes', 'of', x ->> 'size_bytes'), '; ')
   from jsonb_array_elements(i.volumes) x),
  rfc3339(i.collected_at)`;

/** The sections of one device as columns of `i`, through the key of the inventory. */
const inventory = ({ sql }: Asked): Fragment => sql`
  left join lateral (
    select max(v.collected_at) as collected_at, (array_agg(v.data) filter (where v.section = 'system'))[1] as system,
      (array_agg(v.data) filter (where v.section = 'cpu'))[1] as cpu,
      (array_agg(v.data) filter (where v.section = 'memory'))[1] as memory,
      (array_agg(v.data) filter (where v.section = 'disks'))[1] as disks,
      (array_agg(v.data) filter (where v.section = 'volumes'))[1] as volumes
    from device_inventory v
    where v.device_id = d.id and v.section = any('{system,cpu,memory,disks,volumes}')
  ) i on true`;
