import type { z } from 'zod';
import type { MachinesQuery, MachinesReport, PlaceFilter } from '../../schema/reports.ts';
import type { Ctx } from '../context.ts';
import { envelope, type JsonText } from '../json-text.ts';
import { csvName, type TableAnswer } from '../table-answer.ts';
import { devicePage, deviceRows, placeNames } from './pages.ts';
import { requirePlace } from './place.ts';

/** Every device with where it is, its system, agent and user. @throws as requirePlace; 400 invalid_cursor */
export async function machines(ctx: Ctx, query: MachinesQuery): Promise<JsonText<z.output<typeof MachinesReport>>> {
  await requirePlace(ctx, query);
  const { sql } = ctx;
  const { json, total, next } = await devicePage(
    ctx,
    query,
    sql`d.id, d.hostname, d.description, ${placeNames(ctx)},
      json_build_object('family', d.os_family, 'name', d.os_name, 'version', d.os_version, 'arch', d.os_arch) as os,
      d.version, d.status, rfc3339(d.last_seen_at) as last_seen_at, d.logged_in_user, d.public_ip, d.local_ips,
      rfc3339(d.boot_at) as boot_at, d.needs_reboot`,
  );
  return envelope('devices', json, { total, next_cursor: next });
}

/** The same as CSV. */
export async function machinesTable(ctx: Ctx, filter: PlaceFilter & { q?: string }): Promise<TableAnswer> {
  await requirePlace(ctx, filter);
  return {
    table: true,
    fileName: csvName('machines', ctx.now()),
    columns: machineColumns,
    rows: (sql) => deviceRows({ ...ctx, sql }, filter, machineCells({ ...ctx, sql })),
  };
}

export const machineColumns = [
  ...[
    'id',
    'hostname',
    'description',
    'company',
    'site',
    'department',
    'os_family',
    'os_name',
    'os_version',
    'os_arch',
  ],
  ...['agent_version', 'status', 'last_seen_at', 'logged_in_user', 'public_ip', 'local_ips', 'boot_at', 'needs_reboot'],
];

export const machineCells = ({ sql }: Pick<Ctx, 'sql' | 'scope'>) => sql`
  d.id, d.hostname, d.description, c.name, s.name, g.name, d.os_family, d.os_name, d.os_version, d.os_arch,
  d.version, d.status, rfc3339(d.last_seen_at), d.logged_in_user, d.public_ip, array_to_string(d.local_ips, ' '),
  rfc3339(d.boot_at), d.needs_reboot`;
