import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApi } from '../../console/api-client.ts';
import { ApiError } from '../../console/api-error.ts';

type None = { params: undefined; query: undefined; body: undefined };
type Takes<T> = Omit<None, keyof T> & T;
type Api = {
  'GET /api/things/:id': Takes<{
    params: { id: string };
    query: { tag?: string[]; q?: string | undefined };
    output: { id: string };
  }>;
  'POST /api/things': Takes<{ body: { name: string }; output: { id: string } }>;
  'DELETE /api/things/:id': Takes<{ params: { id: string }; output: undefined }>;
  'GET /api/all': Takes<{ output: unknown }>;
};

let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let token: string | undefined;
let ended: string[] = [];
let base = '';
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => answer(request, response, body));
});
const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const api = createApi<Api>({
  fetch: (url, init) => fetch(base + url, init),
  token: () => token,
  onSessionEnded: (which) => ended.push(which),
});
const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('expected an ApiError', { cause: error });
};

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  base = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(() => server.close());
beforeEach(() => {
  token = 'rms_one';
  ended = [];
});

test('parameters are encoded, empty query values left out, lists repeated, the bearer sent', async () => {
  answer = ({ url, headers }, response) => json(response, 200, { id: `${url} ${headers.authorization}` });
  const { id } = await api('GET /api/things/:id', {
    params: { id: 'a/b ?' },
    query: { tag: ['x', 'y z'], q: undefined },
  });
  expect(id).toBe('/api/things/a%2Fb%20%3F?tag=x&tag=y+z Bearer rms_one');
});

test('a body goes as JSON, and 204 answers undefined', async () => {
  answer = ({ headers, method }, response, body) =>
    method === 'DELETE'
      ? response.writeHead(204).end()
      : json(response, 201, { id: `${headers['content-type']} ${body}` });
  expect((await api('POST /api/things', { body: { name: 'n' } })).id).toBe('application/json {"name":"n"}');
  expect(await api('DELETE /api/things/:id', { params: { id: '1' } })).toBeUndefined();
});

test("a refusal carries the server's code, sentence, issues and request id", async () => {
  const issues = [{ path: 'name', message: 'is empty' }];
  answer = (_, response) =>
    json(response, 400, { error: 'bad input', code: 'invalid_input', request_id: 'r1', issues });
  const error = await failure(api('POST /api/things', { body: { name: '' } }));
  expect(error).toMatchObject({ status: 400, code: 'invalid_input', message: 'bad input', requestId: 'r1', issues });
});

test('an answer that is not ours, as from a proxy, is still an error that can be shown', async () => {
  answer = (_, response) =>
    response.writeHead(502, { 'x-request-id': 'r2', 'retry-after': '7' }).end('<h1>Bad gateway</h1>');
  const error = await failure(api('GET /api/all'));
  expect(error).toMatchObject({ status: 502, code: 'http_502', requestId: 'r2', retryAfter: 7, issues: [] });
});

test('a success that is no JSON is an error', async () => {
  answer = (_, response) => response.writeHead(200).end('<html>');
  expect(await failure(api('GET /api/all'))).toMatchObject({ status: 200, code: 'bad_response' });
});

test('no answer at all is status 0', async () => {
  answer = (_, response) => response.destroy();
  expect(await failure(api('GET /api/all'))).toMatchObject({ status: 0, code: 'network' });
});

test('a 401 ends the session whose token was sent, and no other', async () => {
  answer = (_, response) => json(response, 401, { error: 'no', code: 'unauthorized' });
  await failure(api('GET /api/all'));
  expect(ended).toEqual(['rms_one']);
  await failure(api('GET /api/all', { bearer: 'setup-token' }));
  token = undefined;
  await failure(api('GET /api/all'));
  expect(ended).toEqual(['rms_one']);
});

test('a late 401 of an old token does not end the session that replaced it', async () => {
  answer = (_, response) => {
    token = 'rms_two';
    json(response, 401, { error: 'no', code: 'unauthorized' });
  };
  await failure(api('GET /api/all'));
  expect(ended).toEqual([]);
});

test('an aborted call rejects with its AbortError, not as a network failure', async () => {
  const abort = new AbortController();
  answer = () => abort.abort();
  await expect(api('GET /api/all', { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('a call by cookie takes cookies along and no token, whose session its refusal leaves alone', async () => {
  const sent: RequestInit[] = [];
  const client = createApi<Api>({
    fetch: async (_url, init) => {
      sent.push(init);
      return new Response('{"code":"sso_failed","error":"No."}', { status: 401 });
    },
    token: () => token,
    onSessionEnded: (which) => ended.push(which),
  });
  await failure(client('POST /api/things', { body: { name: 'x' }, byCookie: true }));
  await failure(client('POST /api/things', { body: { name: 'x' } }));
  expect(sent.map(({ credentials, headers }) => [credentials, new Headers(headers).has('authorization')])).toEqual([
    ['same-origin', false],
    ['omit', true],
  ]);
  expect(ended).toEqual(['rms_one']);
});
