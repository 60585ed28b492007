import { create } from '../../domain/scripts/create.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Script, ScriptCreate } from '../../schema/scripts.ts';

export const createScript = endpoint(
  {
    route: 'POST /api/scripts',
    summary: 'Add a script to the library',
    access: permission('scripts.manage'),
    body: ScriptCreate,
    output: Script,
    status: 201,
    audits: ['script.create'],
  },
  (ctx, { body }) => create(ctx, body),
);
