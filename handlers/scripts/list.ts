import { list } from '../../domain/scripts/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ScriptList, ScriptQuery } from '../../schema/scripts.ts';

export const listScripts = endpoint(
  {
    route: 'GET /api/scripts',
    summary: 'List the scripts of the library',
    access: permission('scripts.view'),
    query: ScriptQuery,
    output: ScriptList,
    tool: {
      name: 'list_scripts',
      description:
        'Scripts of the library by name with their parameters, without their texts, which get_script has. Look here before writing a ' +
        'script: one from the library is known to those who approve, and propose_bulk_job takes its id.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
