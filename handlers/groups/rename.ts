import * as groups from '../../domain/groups.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Group, GroupEdit } from '../../schema/organisation.ts';

export const renameGroup = endpoint(
  {
    route: 'PATCH /api/groups/:id',
    summary: 'Rename a department',
    access: permission('clients.manage'),
    params: IdParam,
    body: GroupEdit,
    output: Group,
    audits: ['group.rename'],
  },
  (ctx, { params, body }) => groups.rename(ctx, params.id, body),
);
