import { healthz } from './healthz.ts';
import { metrics } from './metrics.ts';
import { openapi } from './openapi.ts';
import { readyz } from './readyz.ts';

export const operations = [healthz, readyz, metrics, openapi] as const;
