import { z } from 'zod';
import { exportAccess } from '../../domain/exports/kinds.ts';
import { createLink } from '../../domain/exports/links.ts';
import { anyOf, decidedBy, permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ExportLink, ExportRequest } from '../../schema/exports.ts';

const among = [...new Set(Object.values(exportAccess).flatMap((access) => access.anyOf))];

export const createExportLink = endpoint(
  {
    route: 'POST /api/exports/csv',
    summary: 'Make a link to a CSV file, for the caller alone and for five minutes',
    access: decidedBy(among, (input) => {
      const { kind } = z.object({ body: ExportRequest }).parse(input).body;
      const access = anyOf(...exportAccess[kind].anyOf.map(permission));
      return exportAccess[kind].unscoped ? unscoped(access) : access;
    }),
    body: ExportRequest,
    output: ExportLink,
    status: 201,
    audits: ['export.create'],
  },
  (ctx, { body }) => createLink(ctx, body),
);
