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
      description:
        'Who did what and when, newest first: by actor (name or id), action, target (name or id) and time. total is the number of all ' +
        'that match. outcome "refused" marks what somebody was not allowed to do.',
      annotations: { readOnlyHint: true, destructiveHint: false },
      hides: ['offset'],
    },
  },
  (ctx, { query }) => auditTrail.list(ctx, query),
);
