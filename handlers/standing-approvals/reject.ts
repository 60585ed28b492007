import { reject } from '../../domain/standing-approvals/decide.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { StandingApproval, StandingDecision, StandingFound } from '../../schema/standing-approvals.ts';

export const rejectStanding = endpoint(
  {
    route: 'POST /api/standing-approvals/:id/reject',
    summary: 'Reject what waits, or take an approval back: its runs are proposed',
    access: permission('jobs.manage'),
    params: IdParam,
    body: StandingDecision,
    output: StandingApproval,
    refusals: { 409: StandingFound },
    audits: ['standing_approval.reject'],
  },
  (ctx, { params, body }) => reject(ctx, params.id, body),
);
