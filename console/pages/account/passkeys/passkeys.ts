import { useQuery } from '@tanstack/solid-query';
import { ApiError, api, type Output } from '../../../api.ts';
import { queries } from '../../../queries.ts';
import { me, readAccountAgain } from '../../../session.ts';

export type PasskeyList = Output<'GET /api/me/passkeys'>;
export type Passkey = PasskeyList['passkeys'][number];

const KEY = ['me', 'passkeys'];

/** Read anew when two-step sign-in goes on or off, which removes them all. */
export const usePasskeys = () =>
  useQuery(() => ({
    queryKey: [...KEY, me()?.user?.totp_enabled],
    queryFn: ({ signal }) => api('GET /api/me/passkeys', { signal }),
  }));

/** After one was added, renamed or removed; the account counts them. */
export async function readAgain(): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: KEY }), readAccountAgain()]);
}

/** What its field says. */
export const isWrongProof = (error: unknown): boolean =>
  error instanceof ApiError && ['wrong_password', 'wrong_code'].includes(error.code);
