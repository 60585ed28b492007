import { createEnrollToken } from './create.ts';
import { listEnrollTokens } from './list.ts';
import { revokeEnrollToken } from './revoke.ts';

export const enrollTokens = [listEnrollTokens, createEnrollToken, revokeEnrollToken] as const;
