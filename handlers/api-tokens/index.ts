import { issueApiToken } from './issue.ts';
import { listApiTokens } from './list.ts';
import { revokeApiToken } from './revoke.ts';

export const apiTokens = [listApiTokens, issueApiToken, revokeApiToken] as const;
