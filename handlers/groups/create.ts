import * as groups from '../../domain/groups.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Group, GroupCreate } from '../../schema/organisation.ts';

export const createGroup = endpoint(
  {
    route: 'POST /api/groups',
    summary: 'Create a department of a site',
    access: permission('clients.manage'),
    body: GroupCreate,
    output: Group,
    status: 201,
    audits: ['group.create'],
  },
  (ctx, { body }) => groups.create(ctx, body),
);
