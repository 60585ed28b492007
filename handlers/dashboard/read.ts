import * as dashboard from '../../domain/dashboard.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Dashboard, DashboardQuery } from '../../schema/dashboard.ts';

export const readDashboard = endpoint(
  {
    route: 'GET /api/dashboard',
    summary: 'Count what the caller may see',
    access: signedIn,
    query: DashboardQuery,
    output: Dashboard,
    tool: {
      name: 'get_dashboard',
      description:
        'The state of everything at a glance: devices in all and online, by company those with most devices offline, jobs that wait or ' +
        'failed within a day, open alerts, the latest entries of the audit trail. A good first call. Parts that you may not see are absent.',
      annotations: { readOnlyHint: true, destructiveHint: false },
      defaults: { companies: 25 },
      maximums: { companies: 100 },
    },
  },
  (ctx, { query }) => dashboard.read(ctx, query),
);
