import { remove } from '../../domain/checks/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const deleteCheck = endpoint(
  {
    route: 'DELETE /api/checks/:id',
    summary: 'Delete a check',
    access: permission('checks.manage'),
    params: IdParam,
    audits: ['check.delete'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
