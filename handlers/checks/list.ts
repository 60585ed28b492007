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
      description: 'Checks of devices and policies, with how many devices are ok, in warning or in error',
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
  },
  (ctx, { query }) => list(ctx, query),
);
