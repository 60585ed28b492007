import * as sites from '../../domain/sites.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Site, SiteCreate } from '../../schema/organisation.ts';

export const createSite = endpoint(
  {
    route: 'POST /api/sites',
    summary: 'Create a site of a company',
    access: permission('clients.manage'),
    body: SiteCreate,
    output: Site,
    status: 201,
    audits: ['site.create'],
  },
  (ctx, { body }) => sites.create(ctx, body),
);
