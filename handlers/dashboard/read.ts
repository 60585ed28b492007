import * as dashboard from '../../domain/dashboard.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Dashboard } from '../../schema/dashboard.ts';

export const readDashboard = endpoint(
  {
    route: 'GET /api/dashboard',
    summary: 'Count what the caller may see',
    access: signedIn,
    output: Dashboard,
    tool: {
      name: 'get_dashboard',
      description: 'Counts of devices and jobs by company, failures of the last day, the newest proposals',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx) => dashboard.read(ctx),
);
