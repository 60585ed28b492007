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
      description:
        'How far devices are as they should be: current agent, seen within a week, no restart pending, no unresolved error, patched. ' +
        'A score in percent for each company; with scope and id of a place, or by "device", for each device. ' +
        'sort "score" puts the worst first.',
      annotations: { readOnlyHint: true, destructiveHint: false },
      hides: ['format'],
    },
    responds: 'application/json, text/csv',
  },
  (ctx, { query }) => inFormat(ctx, query, { json: compliance, csv: complianceTable }),
);
