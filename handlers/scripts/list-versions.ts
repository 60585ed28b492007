import { versions } from '../../domain/scripts/versions.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { ScriptVersions } from '../../schema/scripts.ts';

export const listScriptVersions = endpoint(
  {
    route: 'GET /api/scripts/:id/versions',
    summary: 'The newest hundred versions of a script, with their texts',
    access: permission('scripts.view'),
    params: IdParam,
    output: ScriptVersions,
  },
  (ctx, { params }) => versions(ctx, params.id),
);
