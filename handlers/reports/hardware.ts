import { inFormat } from '../../domain/reports/format.ts';
import { hardware, hardwareTable } from '../../domain/reports/hardware.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { HardwareQuery, HardwareReport } from '../../schema/reports.ts';

export const reportHardware = endpoint(
  {
    route: 'GET /api/reports/hardware',
    summary:
      'Devices with manufacturer, model, processor, memory, disks and volumes; as JSON by page, or all of it as CSV',
    access: permission('reports.view'),
    query: HardwareQuery,
    output: HardwareReport,
    responds: 'application/json, text/csv',
  },
  (ctx, { query }) => inFormat(ctx, query, { json: hardware, csv: hardwareTable }),
);
