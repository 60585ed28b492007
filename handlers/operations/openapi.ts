import { z } from 'zod';
import { JsonText } from '../../domain/json-text.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const openapi = endpoint(
  {
    route: 'GET /api/openapi.json',
    summary: 'Describe every route',
    access: signedIn,
    output: z.looseObject({ openapi: z.string() }),
  },
  (ctx) => new JsonText(ctx.instance.openapi()),
);
