import * as categories from '../../domain/script-categories/categories.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { CategoryList } from '../../schema/scripts.ts';

export const listScriptCategories = endpoint(
  {
    route: 'GET /api/script-categories',
    summary: 'Categories with the number of scripts in each',
    access: permission('scripts.view'),
    output: CategoryList,
  },
  (ctx) => categories.list(ctx),
);
