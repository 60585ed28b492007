import { restore } from '../../domain/scripts/save.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { VersionFound } from '../../schema/refusals.ts';
import { Script, ScriptRestore } from '../../schema/scripts.ts';

export const restoreScript = endpoint(
  {
    route: 'POST /api/scripts/:id/restore',
    summary: 'Bring an older version of a script back, as a new one',
    access: permission('scripts.manage'),
    params: IdParam,
    body: ScriptRestore,
    output: Script,
    refusals: { 409: VersionFound },
    audits: ['script.update', 'standing_approval.request'],
  },
  (ctx, { params, body }) => restore(ctx, params.id, body.version, body.expected_version),
);
