/** The registry: every endpoint there is. Each noun lists its own. */
import type { Contract } from '../runtime/endpoint.ts';
import { clients } from './clients/index.ts';
import { operations } from './operations/index.ts';

export const endpoints = [...operations, ...clients] as const;

/** Route → what is sent and what comes back; the console's client is typed by it. */
export type Api = { [E in (typeof endpoints)[number] as E['route']]: Contract<E> };
