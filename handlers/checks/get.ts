import { read } from '../../domain/checks/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Check } from '../../schema/checks.ts';
import { IdParam } from '../../schema/common.ts';

export const getCheck = endpoint(
  {
    route: 'GET /api/checks/:id',
    summary: 'Read a check',
    access: permission('checks.view'),
    params: IdParam,
    output: Check,
  },
  (ctx, { params }) => read(ctx, params.id),
);
