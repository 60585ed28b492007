/** What an endpoint answered as a response of HTTP: JSON and text, replies with headers and cookies, and what a handler wrote. */
import { Response } from '@whatwg-node/server';
import { JsonText } from '../domain/json-text.ts';
import { isReply, isWritten, type Reply, type Written } from '../domain/reply.ts';
import { type AnyEndpoint, isStreamed } from './endpoint.ts';
import { baseHeaders } from './problem-answer.ts';

/** @param answer what the endpoint's domain function said, already judged @throws when it is none that the endpoint may give */
export function toResponse(endpoint: AnyEndpoint, answer: unknown, requestId: string): Response {
  if (isReply(answer)) return fromReply(endpoint, answer, requestId);
  if (isWritten(answer)) return writtenResponse(endpoint, answer, requestId);
  const status = endpoint.status ?? (endpoint.output ? 200 : 204);
  const headers = baseHeaders(requestId);
  if (!endpoint.output) return new Response(null, { status, headers });
  return new Response(written(endpoint, answer), { status, headers: { ...headers, ...contentHeaders(endpoint) } });
}

const contentHeaders = ({ responds }: AnyEndpoint) => ({
  'Content-Type': `${responds === 'text/plain' ? 'text/plain' : 'application/json'}; charset=utf-8`,
  'Cache-Control': 'no-store',
});

function written(endpoint: AnyEndpoint, body: unknown): string {
  if (isStreamed(endpoint)) throw new Error(`${endpoint.route}: files are not sent through the adapter`);
  if (body instanceof JsonText) return body.text;
  return endpoint.responds === 'text/plain' ? String(body) : JSON.stringify(body);
}

/** What names no body sends none, whatever the endpoint declares: a redirect. @throws when a header would break its line */
function fromReply(endpoint: AnyEndpoint, reply: Reply, requestId: string): Response {
  const { body, status = endpoint.status ?? (endpoint.output ? 200 : 204), headers = {}, cookies = [] } = reply;
  const saysSomething = endpoint.output !== undefined && status < 300;
  if (saysSomething !== (body !== undefined))
    throw new Error(`${endpoint.route}: body and status ${status} do not fit`);
  const response = new Response(body === undefined ? null : written(endpoint, body), {
    status,
    headers: { ...baseHeaders(requestId), ...(body !== undefined && contentHeaders(endpoint)) },
  });
  // A cookie is for one browser, and nobody else may keep it (RFC 9111, 3).
  response.headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, oneLine(endpoint, value));
  for (const cookie of cookies) response.headers.append('Set-Cookie', oneLine(endpoint, cookie));
  return response;
}

/** A page, a stream, or whatever else a handler wrote itself. @throws when a header would break its line */
export function writtenResponse(
  endpoint: AnyEndpoint,
  { status, headers, cookies = [], body }: Written,
  requestId: string,
): Response {
  // Said once: the adapter sends a header twice that is set again after the constructor.
  const all = Object.entries({ 'Cache-Control': 'no-store', ...headers }).map(
    ([name, value]) => [name, oneLine(endpoint, value)] as const,
  );
  const response = new Response(body, { status, headers: { ...baseHeaders(requestId), ...Object.fromEntries(all) } });
  for (const cookie of cookies) response.headers.append('Set-Cookie', oneLine(endpoint, cookie));
  return response;
}

/** RFC 9110, 5.5. */
function oneLine(endpoint: AnyEndpoint, value: string): string {
  if (/[\r\n\0]/.test(value)) throw new Error(`${endpoint.route}: a header of the answer holds a line break`);
  return value;
}
