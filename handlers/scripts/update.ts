import { update } from '../../domain/scripts/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { VersionFound } from '../../schema/refusals.ts';
import { Script, ScriptUpdate } from '../../schema/scripts.ts';

export const updateScript = endpoint(
  {
    route: 'PUT /api/scripts/:id',
    summary: 'Save a script as a new version; what is not named stays',
    access: permission('scripts.manage'),
    params: IdParam,
    body: ScriptUpdate,
    output: Script,
    refusals: { 409: VersionFound },
    audits: ['script.update', 'standing_approval.request'],
  },
  (ctx, { params, body }) => update(ctx, params.id, body),
);
