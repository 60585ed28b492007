import * as sites from '../../domain/sites.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Site, SiteEdit } from '../../schema/organisation.ts';

export const renameSite = endpoint(
  {
    route: 'PATCH /api/sites/:id',
    summary: 'Rename a site',
    access: permission('clients.manage'),
    params: IdParam,
    body: SiteEdit,
    output: Site,
    audits: ['site.rename'],
  },
  (ctx, { params, body }) => sites.rename(ctx, params.id, body),
);
