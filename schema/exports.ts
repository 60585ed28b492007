/** Links to CSV files. SPEC.md, Audit and export; CONTRACT.md: POST /api/exports/csv. */
import { z } from 'zod';
import { AuditQuery } from './audit-entries.ts';
import { Timestamp, text } from './common.ts';
import { isWholePlace, reportFilters, softwareFilters, wholePlace } from './reports.ts';

/** What the trail can be filtered by, without its pages. */
const AuditFilters = AuditQuery.omit({ limit: true, offset: true, cursor: true });
const Filters = z.strictObject(reportFilters).refine(isWholePlace, wholePlace);
const SoftwareFilters = z.strictObject(softwareFilters).refine(isWholePlace, wholePlace);
const ComplianceFilters = z
  .strictObject({ ...reportFilters, by: z.enum(['client', 'device']).optional() })
  .refine(isWholePlace, wholePlace);

/** `inventory` is a line for each device: what it is, where it is, and its hardware. The others are the reports. */
export const ExportRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('audit'), filters: AuditFilters.prefault({}) }),
  z.strictObject({ kind: z.literal('inventory'), filters: Filters.prefault({}) }),
  z.strictObject({ kind: z.literal('machines'), filters: Filters.prefault({}) }),
  z.strictObject({ kind: z.literal('hardware'), filters: Filters.prefault({}) }),
  z.strictObject({ kind: z.literal('software'), filters: SoftwareFilters.prefault({}) }),
  z.strictObject({ kind: z.literal('compliance'), filters: ComplianceFilters.prefault({}) }),
]);
export type ExportRequest = z.infer<typeof ExportRequest>;
export type ExportKind = ExportRequest['kind'];

/** The link works until then, for who made it, while their access scope is what it was. */
export const ExportLink = z.object({ url: z.url(), expires_at: Timestamp }).meta({ id: 'ExportLink' });
export type ExportLink = z.infer<typeof ExportLink>;

export const ExportQuery = z.strictObject({ token: text(8000, 1) });
