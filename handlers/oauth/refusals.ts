import type { Problem } from '../../domain/problem.ts';
import type { Written } from '../../domain/reply.ts';

/** Codes that mean the same to a client: RFC 6749, 5.2; RFC 7591, 3.2.2; RFC 8707, 2. */
const spoken = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_target',
  'unsupported_grant_type',
  'invalid_redirect_uri',
  'invalid_client_metadata',
]);

/** For the rest the status says what is wrong; clients know these words although no RFC ties them to the token endpoint. */
function codeOf({ status }: Problem, badInput: string): string {
  if (status === 429) return 'too_many_requests';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : badInput;
}

/** Printable ASCII without `"` and `\` (RFC 6749, 5.2). */
const plain = (text: string): string => text.replaceAll('’', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');

const written = ({ status, message }: Problem, error: string, requestId: string): Written => ({
  written: true,
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
  body: JSON.stringify({ error, error_description: plain(message), request_id: requestId }),
});

/** A refusal as RFC 6749, 5.2 writes it. */
export const oauthError = (problem: Problem, requestId: string): Written =>
  written(problem, spoken.has(problem.code) ? problem.code : codeOf(problem, 'invalid_request'), requestId);

/** A refusal as RFC 7591, 3.2.2 writes it. */
export function registrationError(problem: Problem, requestId: string): Written {
  const aboutUris = problem.extras.issues?.some(({ path }) => path.startsWith('redirect_uris'));
  const badInput = aboutUris ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  return written(problem, spoken.has(problem.code) ? problem.code : codeOf(problem, badInput), requestId);
}
