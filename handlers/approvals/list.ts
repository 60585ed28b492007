import * as approvals from '../../domain/approvals.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ApprovalList } from '../../schema/approvals.ts';

export const listApprovals = endpoint(
  {
    route: 'GET /api/approvals',
    summary: 'List what waits for a decision: batches and single jobs, newest first',
    access: permission('jobs.view'),
    output: ApprovalList,
  },
  (ctx) => approvals.list(ctx),
);
