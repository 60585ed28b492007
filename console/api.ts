import { type ApiSource, createApi } from './api-client.ts';
import type { Api } from './api-types.ts';
import { forgetToken, token } from './token.ts';

export { ApiError, type Issue } from './api-error.ts';

/** The network and the session, also for what the client does not do: an answer that is read while it comes. */
export const apiSource: ApiSource = {
  fetch: (url, init) => fetch(url, init),
  token,
  onSessionEnded: forgetToken,
};

/** The console's client: `await api('GET /api/devices/:id', { params: { id }, signal })`, typed from the registry. */
export const api = createApi<Api>(apiSource);

/** What a route answers, for props and helpers: `Output<'GET /api/me'>`. */
export type Output<R extends keyof Api> = Api[R]['output'];
