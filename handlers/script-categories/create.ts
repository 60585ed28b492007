import * as categories from '../../domain/script-categories/categories.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { CategoryCount, CategoryName } from '../../schema/scripts.ts';

export const createScriptCategory = endpoint(
  {
    route: 'POST /api/script-categories',
    summary: 'Register a category before scripts are filed under it',
    access: permission('scripts.manage'),
    body: CategoryName,
    output: CategoryCount,
    status: 201,
    audits: ['script.category.create'],
  },
  (ctx, { body }) => categories.create(ctx, body),
);
