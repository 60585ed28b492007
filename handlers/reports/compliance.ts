import { compliance, complianceTable } from '../../domain/reports/compliance.ts';
import { inFormat } from '../../domain/reports/format.ts';
import { anyOf, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ComplianceQuery, ComplianceReport } from '../../schema/reports.ts';

export const reportCompliance = endpoint(
  {
    route: 'GET /api/reports/compliance',
    summary:
      'How far devices are as they should be, with a score that is explained; as JSON by page, or all of it as CSV',
    access: anyOf(permission('reports.view'), permission('patches.view')),
    query: ComplianceQuery,
    output: ComplianceReport,
    tool: {
      name: 'get_compliance',
      description: 'How far devices in scope are as they should be, by company or by device',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
    responds: 'application/json, text/csv',
  },
  (ctx, { query }) => inFormat(ctx, query, { json: compliance, csv: complianceTable }),
);
