import { inFormat } from '../../domain/reports/format.ts';
import { software, softwareTable } from '../../domain/reports/software.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SoftwareQuery, SoftwareReport } from '../../schema/reports.ts';

export const reportSoftware = endpoint(
  {
    route: 'GET /api/reports/software',
    summary: 'Programs with versions and how many devices have them; as JSON by page, or all of it as CSV',
    access: permission('reports.view'),
    query: SoftwareQuery,
    output: SoftwareReport,
    tool: {
      name: 'get_software_report',
      description:
        'Installed programs across the fleet with versions and on how many devices each is; q finds by words in name or manufacturer. ' +
        'With name, exactly as the report spells it, devices lists who has it, in version if that is given. ' +
        'sort "-devices" puts the most common first.',
      annotations: { readOnlyHint: true, destructiveHint: false },
      hides: ['format'],
      defaults: { versions: 5 },
      maximums: { versions: 25 },
    },
    // Counting all programs of 50,000 devices takes a second or two of one of six connections.
    limits: [{ name: 'report.software', points: 2, windowSec: 60, counts: 'underWay', key: () => 'all' }],
    responds: 'application/json, text/csv',
  },
  (ctx, { query }) => inFormat(ctx, query, { json: software, csv: softwareTable }),
);
