import { update } from '../../domain/checks/save.ts';
import { standingAudits } from '../../domain/standing-approvals/keep.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Check, CheckUpdate } from '../../schema/checks.ts';
import { IdParam } from '../../schema/common.ts';

export const updateCheck = endpoint(
  {
    route: 'PUT /api/checks/:id',
    summary: 'Change a check; what is not named stays',
    access: permission('checks.manage'),
    params: IdParam,
    body: CheckUpdate,
    output: Check,
    audits: ['check.update', ...standingAudits],
  },
  (ctx, { params, body }) => update(ctx, params.id, body),
);
