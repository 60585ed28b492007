import { ApiError, errorOf, networkError } from './api-error.ts';

/** The shape of the registry's map: what a route takes and answers; `undefined` for what it does not take. */
export type RouteTypes = { params: unknown; query: unknown; body: unknown; output: unknown };

type Inputs = 'params' | 'query' | 'body';
type OptionalInputs<R extends RouteTypes> = {
  [K in Inputs]: object extends R[K] ? K : undefined extends R[K] ? K : never;
}[Inputs];
type Input<R extends RouteTypes> = { [K in Exclude<Inputs, OptionalInputs<R>>]: R[K] } & {
  [K in OptionalInputs<R>]?: R[K];
} & CallOptions;
type InputArgs<R extends RouteTypes> = [Exclude<Inputs, OptionalInputs<R>>] extends [never]
  ? [input?: Input<R>]
  : [input: Input<R>];

/**
 * `bearer` replaces the session's token (first run: the setup token); `byCookie` sends cookies and no token, for the call that
 * signs in by one; `signal` aborts, with an AbortError.
 */
type CallOptions = { signal?: AbortSignal | undefined; bearer?: string; byCookie?: boolean };

export type ApiClient<Api extends Record<keyof Api, RouteTypes>> = <R extends keyof Api & string>(
  route: R,
  ...input: InputArgs<Api[R]>
) => Promise<Api[R]['output']>;

/** What a client is made from: the network, the session's token, and what to do when the server no longer takes it. */
export type ApiSource = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  token: () => string | undefined;
  onSessionEnded: (token: string) => void;
};

type Call = { params?: unknown; query?: unknown; body?: unknown } & CallOptions;

/**
 * A client for the routes of a map: `api('GET /api/devices/:id', { params: { id } })` resolves to the route's output
 * and rejects with ApiError (status 0, code "network" when no answer came) or with the signal's AbortError.
 */
export function createApi<Api extends Record<keyof Api, RouteTypes>>(source: ApiSource): ApiClient<Api> {
  return async (route, ...[input]) => {
    const call: Call = input ?? {};
    const token = call.byCookie ? undefined : (call.bearer ?? source.token());
    const answer = await source.fetch(urlOf(route, call), requestOf(route, call, token)).catch((cause) => {
      throw call.signal?.aborted ? cause : networkError(cause);
    });
    if (answer.ok) return answer.status === 204 ? undefined : jsonOf(answer);
    const error = await errorOf(answer);
    if (error.status === 401 && token !== undefined && token === source.token()) source.onSessionEnded(token);
    throw error;
  };
}

function requestOf(route: string, call: Call, token: string | undefined): RequestInit {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (call.body !== undefined) headers.set('content-type', 'application/json');
  return {
    method: route.slice(0, route.indexOf(' ')),
    headers,
    signal: call.signal ?? null,
    body: call.body === undefined ? null : JSON.stringify(call.body),
    credentials: call.byCookie ? 'same-origin' : 'omit',
    cache: 'no-store',
  };
}

/** `/api/devices/:id` with its params filled in and the query behind it; undefined and null are left out. */
function urlOf(route: string, call: Call): string {
  const params = new Map(entries(call.params));
  const path = route.slice(route.indexOf(' ') + 1).replace(/:(\w+)/g, (_, name) => {
    const value = params.get(name);
    if (value === undefined) throw new Error(`${route} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of entries(call.query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one));
    }
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

async function jsonOf(answer: Response) {
  try {
    return await answer.json();
  } catch (cause) {
    const requestId = answer.headers.get('x-request-id') ?? undefined;
    throw new ApiError({ status: answer.status, code: 'bad_response', message: '', requestId, body: {} }, { cause });
  }
}
