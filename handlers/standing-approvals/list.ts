import { list } from '../../domain/standing-approvals/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { StandingList, StandingQuery } from '../../schema/standing-approvals.ts';

export const listStandingApprovals = endpoint(
  {
    route: 'GET /api/standing-approvals',
    summary: 'List what runs without a wait, or waits to be allowed to, asked for last first',
    access: permission('jobs.view'),
    query: StandingQuery,
    output: StandingList,
  },
  (ctx, { query }) => list(ctx, query),
);
