import { z } from 'zod';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const healthz = endpoint(
  {
    route: 'GET /healthz',
    summary: 'Tell that the process answers',
    access: everyone,
    output: z.literal('ok'),
    door: 'every',
    responds: 'text/plain',
  },
  () => 'ok' as const,
);
