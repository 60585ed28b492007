import { useQuery } from '@tanstack/solid-query';
import { ApiError, api, type Output } from '../../../api.ts';
import { queries } from '../../../queries.ts';

export type PasskeyList = Output<'GET /api/me/passkeys'>;
export type Passkey = PasskeyList['passkeys'][number];

const KEY = ['me', 'passkeys'];

export const usePasskeys = () =>
  useQuery(() => ({ queryKey: KEY, queryFn: ({ signal }) => api('GET /api/me/passkeys', { signal }) }));

export const readAgain = () => queries.invalidateQueries({ queryKey: KEY });

export const isWrongPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'wrong_password';
