import { readHealth } from '../../domain/health/series.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { HealthQuery, HealthSeries } from '../../schema/health.ts';

export const getMetrics = endpoint(
  {
    route: 'GET /api/devices/:id/metrics',
    summary: 'Read how busy a device was: processor, memory, disk and network, the last 24 hours unless since is given',
    access: permission('devices.view'),
    params: IdParam,
    query: HealthQuery,
    output: HealthSeries,
  },
  (ctx, { params, query }) => readHealth(ctx, params.id, query),
);
