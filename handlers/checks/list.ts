import { list } from '../../domain/checks/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { CheckList, CheckQuery } from '../../schema/checks.ts';

export const listChecks = endpoint(
  {
    route: 'GET /api/checks',
    summary: 'List checks, by name, with what they say',
    access: permission('checks.view'),
    query: CheckQuery,
    output: CheckList,
    tool: {
      name: 'list_checks',
      description:
        'Checks by name: what each measures on a device or through a policy, its thresholds, and on how many devices it is ok, in ' +
        'warning or in error. get_check_results has what one of them said.',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
