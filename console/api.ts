import { createApi } from './api-client.ts';
import type { Api } from './api-types.ts';
import { forgetToken, token } from './token.ts';

export { ApiError, type Issue } from './api-error.ts';

/** The console's client: `await api('GET /api/devices/:id', { params: { id }, signal })`, typed from the registry. */
export const api = createApi<Api>({
  fetch: (url, init) => fetch(url, init),
  token,
  onSessionEnded: forgetToken,
});

/** What a route answers, for props and helpers: `Output<'GET /api/me'>`. */
export type Output<R extends keyof Api> = Api[R]['output'];
