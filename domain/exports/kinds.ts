import type { ExportKind, ExportRequest } from '../../schema/exports.ts';
import type { Permission } from '../../schema/permissions.ts';
import { auditTable } from '../audit-trail.ts';
import type { Ctx } from '../context.ts';
import { lacksPermission, Problem } from '../problem.ts';
import { complianceTable } from '../reports/compliance.ts';
import { hardwareTable, inventoryTable } from '../reports/hardware.ts';
import { machinesTable } from '../reports/machines.ts';
import { softwareTable } from '../reports/software.ts';
import type { TableAnswer } from '../table-answer.ts';

/** One of these is needed; audit is instance-wide. The same as of the endpoints that show the same rows. */
export const exportAccess: Record<ExportKind, { anyOf: readonly Permission[]; unscoped?: true }> = {
  audit: { anyOf: ['audit.view'], unscoped: true },
  inventory: { anyOf: ['devices.view'] },
  machines: { anyOf: ['reports.view'] },
  hardware: { anyOf: ['reports.view'] },
  software: { anyOf: ['reports.view'] },
  compliance: { anyOf: ['reports.view', 'patches.view'] },
};

/** The rows of an export as the caller may see them now. @throws 403 as the endpoint that shows them, 404 and 403 for a place */
export function tableOf(ctx: Ctx, request: ExportRequest): Promise<TableAnswer> | TableAnswer {
  requireAccess(ctx, request.kind);
  switch (request.kind) {
    case 'audit':
      return auditTable(ctx, request.filters);
    case 'inventory':
      return inventoryTable(ctx, request.filters);
    case 'machines':
      return machinesTable(ctx, request.filters);
    case 'hardware':
      return hardwareTable(ctx, request.filters);
    case 'software':
      return softwareTable(ctx, request.filters);
    case 'compliance':
      return complianceTable(ctx, request.filters);
  }
}

function requireAccess({ actor, scope }: Ctx, kind: ExportKind): void {
  const { anyOf, unscoped } = exportAccess[kind];
  if (!anyOf.some((key) => actor.permissions.has(key))) throw lacksPermission(anyOf.join(' or '));
  if (unscoped && !scope.unscoped)
    throw new Problem(403, 'unscoped_required', 'This is instance-wide and needs an account without access scope.');
}
