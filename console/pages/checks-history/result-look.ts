import type { StripPart } from '../../ui/chart/strip-parts.ts';
import type { Result } from './queries.ts';

type Status = Result['status'];

/** In the order in which they are told. */
export const statuses = ['ok', 'warning', 'error', 'unknown'] as const satisfies Status[];

export const stripLooks: Record<Status, StripPart['look']> = {
  ok: 'ok',
  warning: 'warn',
  error: 'err',
  unknown: 'idle',
};
