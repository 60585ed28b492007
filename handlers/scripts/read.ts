import { read } from '../../domain/scripts/read.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Script } from '../../schema/scripts.ts';

export const readScript = endpoint(
  {
    route: 'GET /api/scripts/:id',
    summary: 'One script with its text, and the tasks and checks that name it',
    access: permission('scripts.view'),
    params: IdParam,
    output: Script,
    tool: {
      name: 'get_script',
      description:
        'One script of the library with its text and parameters. used_by tells which tasks and checks run it.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { params }) => read(ctx, params.id),
);
