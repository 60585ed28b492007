import { z } from 'zod';
import { Problem } from '../../domain/problem.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const readyz = endpoint(
  {
    route: 'GET /readyz',
    summary: 'Tell whether the database answers within 2 s',
    access: everyone,
    output: z.literal('ready'),
    responds: 'text/plain',
  },
  async (ctx) => {
    if (await ctx.instance.ready()) return 'ready' as const;
    throw new Problem(503, 'database_unavailable', 'The database does not answer.', {
      headers: { 'Retry-After': '2' },
    });
  },
);
