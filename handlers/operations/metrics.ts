import { z } from 'zod';
import { metricsToken } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const metrics = endpoint(
  {
    route: 'GET /metrics',
    summary: 'Metrics in the Prometheus text format',
    access: metricsToken,
    output: z.string(),
    responds: 'text/plain',
  },
  (ctx) => ctx.instance.metrics(),
);
