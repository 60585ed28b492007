/** The registry: every endpoint there is, a line each. */
import type { Contract } from '../runtime/endpoint.ts';
import { healthz } from './operations/healthz.ts';
import { metrics } from './operations/metrics.ts';
import { openapi } from './operations/openapi.ts';
import { readyz } from './operations/readyz.ts';

export const endpoints = [healthz, readyz, metrics, openapi] as const;

/** Route → what is sent and what comes back; the console's client is typed by it. */
export type Api = { [E in (typeof endpoints)[number] as E['route']]: Contract<E> };
