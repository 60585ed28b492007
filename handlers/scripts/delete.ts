import { remove } from '../../domain/scripts/remove.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { ScriptInUse } from '../../schema/refusals.ts';

export const deleteScript = endpoint(
  {
    route: 'DELETE /api/scripts/:id',
    summary: 'Delete a script that no task and no check names',
    access: permission('scripts.manage'),
    params: IdParam,
    refusals: { 409: ScriptInUse },
    audits: ['script.delete'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
