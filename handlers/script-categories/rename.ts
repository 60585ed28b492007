import * as categories from '../../domain/script-categories/categories.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { CategoryCount, CategoryName } from '../../schema/scripts.ts';

export const renameScriptCategory = endpoint(
  {
    route: 'PUT /api/script-categories/:name',
    summary: 'Rename a category with its scripts; onto another one they become one',
    access: permission('scripts.manage'),
    params: CategoryName,
    body: CategoryName,
    output: CategoryCount,
    audits: ['script.category.rename'],
  },
  (ctx, { params, body }) => categories.rename(ctx, params.name, body.name),
);
