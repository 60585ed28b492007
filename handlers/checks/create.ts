import { create } from '../../domain/checks/save.ts';
import { standingAudits } from '../../domain/standing-approvals/keep.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Check, CheckCreate } from '../../schema/checks.ts';

export const createCheck = endpoint(
  {
    route: 'POST /api/checks',
    summary: 'Create a check of a device or a policy',
    access: permission('checks.manage'),
    body: CheckCreate,
    output: Check,
    status: 201,
    audits: ['check.create', ...standingAudits],
  },
  (ctx, { body }) => create(ctx, body),
);
