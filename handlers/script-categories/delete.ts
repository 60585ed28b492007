import * as categories from '../../domain/script-categories/categories.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { CategoryName } from '../../schema/scripts.ts';

export const deleteScriptCategory = endpoint(
  {
    route: 'DELETE /api/script-categories/:name',
    summary: 'Delete a category; its scripts become uncategorized',
    access: permission('scripts.manage'),
    params: CategoryName,
    audits: ['script.category.delete'],
  },
  (ctx, { params }) => categories.remove(ctx, params.name),
);
