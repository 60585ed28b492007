import { z } from 'zod';
import { openLink } from '../../domain/exports/links.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ExportQuery } from '../../schema/exports.ts';

/** What may be in it is decided by what the link is for (domain/exports/kinds.ts). */
export const downloadExport = endpoint(
  {
    route: 'GET /api/exports/csv',
    summary: 'Download the CSV file that a link leads to, with the bearer that made it',
    access: signedIn,
    query: ExportQuery,
    output: z.string(),
    audits: ['export.download'],
    responds: 'text/csv',
  },
  (ctx, { query }) => openLink(ctx, query.token),
);
