import { inFormat } from '../../domain/reports/format.ts';
import { machines, machinesTable } from '../../domain/reports/machines.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { MachinesQuery, MachinesReport } from '../../schema/reports.ts';

export const reportMachines = endpoint(
  {
    route: 'GET /api/reports/machines',
    summary: 'Devices with place, system, agent, user and addresses; as JSON by page, or all of it as CSV',
    access: permission('reports.view'),
    query: MachinesQuery,
    output: MachinesReport,
    responds: 'application/json, text/csv',
  },
  (ctx, { query }) => inFormat(ctx, query, { json: machines, csv: machinesTable }),
);
