import { read } from '../../domain/standing-approvals/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { StandingApproval } from '../../schema/standing-approvals.ts';

export const readStandingApproval = endpoint(
  {
    route: 'GET /api/standing-approvals/:id',
    summary: 'Read a standing approval with its script and what was approved last',
    access: permission('jobs.view'),
    params: IdParam,
    output: StandingApproval,
  },
  (ctx, { params }) => read(ctx, params.id),
);
