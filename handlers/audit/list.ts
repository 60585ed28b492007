import * as auditTrail from '../../domain/audit-trail.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AuditPage, AuditQuery } from '../../schema/audit-entries.ts';

export const listAudit = endpoint(
  {
    route: 'GET /api/audit',
    summary: 'Search the audit trail, newest first',
    access: unscoped(permission('audit.view')),
    query: AuditQuery,
    output: AuditPage,
    tool: {
      name: 'search_audit',
      description: 'Entries of the audit trail by actor, action, target and time, newest first',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => auditTrail.list(ctx, query),
);
