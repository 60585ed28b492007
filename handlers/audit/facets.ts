import * as auditTrail from '../../domain/audit-trail.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AuditFacets } from '../../schema/audit-entries.ts';

export const readAuditFacets = endpoint(
  {
    route: 'GET /api/audit/facets',
    summary: 'List the actors and actions that the audit trail holds',
    access: unscoped(permission('audit.view')),
    output: AuditFacets,
  },
  (ctx) => auditTrail.facets(ctx),
);
