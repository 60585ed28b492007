import { approve } from '../../domain/standing-approvals/decide.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { StandingApproval, StandingDecision, StandingFound } from '../../schema/standing-approvals.ts';

export const approveStanding = endpoint(
  {
    route: 'POST /api/standing-approvals/:id/approve',
    summary:
      'Approve a task, a script check or a remediation in the form that is named: its runs go out without a wait',
    access: permission('jobs.manage'),
    params: IdParam,
    body: StandingDecision,
    output: StandingApproval,
    refusals: { 409: StandingFound },
    audits: ['standing_approval.approve'],
  },
  (ctx, { params, body }) => approve(ctx, params.id, body),
);
