/** GET /api/dashboard: parts that the caller may not see are absent. SPEC.md, Dashboard. */
import { z } from 'zod';
import { AuditEntry } from './audit-entries.ts';
import { Id } from './common.ts';
import { JobSummary } from './jobs.ts';

export const DashboardQuery = z.strictObject({
  companies: z.coerce
    .number<number | string>()
    .int()
    .min(0)
    .max(100_000)
    .optional()
    .describe('At most so many companies, those with most devices offline; without it all of them'),
});
export type DashboardQuery = z.infer<typeof DashboardQuery>;

export const Dashboard = z
  .object({
    devices: z.object({ total: z.number().int(), online: z.number().int() }).optional(),
    /** Companies in which the caller sees devices, the one with most offline first; null is the unassigned ones. */
    companies: z
      .array(
        z.object({
          client_id: Id.nullable(),
          name: z.string().nullable(),
          total: z.number().int(),
          online: z.number().int(),
          /** Jobs that wait for approval; absent without jobs.view. */
          awaiting: z.number().int().optional(),
        }),
      )
      .optional(),
    jobs: z
      .object({
        awaiting: z.number().int(),
        failed: z.number().int(),
        /** Hours that `failed` and `failed_by_hour` cover. */
        failed_window: z.number().int(),
        /** Failed jobs per hour, oldest first, the last one being the past 60 minutes; together they are `failed`. */
        failed_by_hour: z.array(z.number().int()),
        /** The 5 newest waiting jobs, without script and output. */
        awaiting_items: z.array(JobSummary),
      })
      .optional(),
    /** Open alerts, those of them that are errors, and those of which nobody is told now; absent without alerts.view. */
    alerts: z.object({ open: z.number().int(), error: z.number().int(), suppressed: z.number().int() }).optional(),
    /** Proposals to move or delete devices that wait; absent without devices.view, clients.manage and devices.delete. */
    proposals: z.object({ waiting: z.number().int() }).optional(),
    /** AI applications that wait for approval, for unscoped callers with api_tokens.manage. */
    oauth_apps: z.object({ pending: z.number().int() }).optional(),
    /** The 8 newest audit entries, for unscoped callers with audit.view. */
    recent: z.array(AuditEntry).optional(),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;
