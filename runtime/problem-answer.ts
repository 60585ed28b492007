import { Response } from '@whatwg-node/server';
import { Problem } from '../domain/problem.ts';
import type { Log } from './log.ts';

/** Headers of every answer (CONTRACT.md, HTTP conventions). */
export const baseHeaders = (requestId: string): Record<string, string> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});

/** Codes that SPEC.md names: there `error` is the code itself and `message` carries the sentence. */
const codesAsError = new Set(['sso_required', 'alerts_need_own_server', 'remote_session_active']);

/** The body of a refusal. */
export function problemBody(problem: Problem, requestId: string) {
  const { issues, body } = problem.extras;
  const words = codesAsError.has(problem.code)
    ? { error: problem.code, message: problem.message }
    : { error: problem.message };
  return { ...words, code: problem.code, request_id: requestId, ...(issues && { issues }), ...body };
}

/**
 * PostgreSQL is away or cannot take more: postgres.js's own codes, and SQLSTATEs (PostgreSQL manual, Appendix A): shutting
 * down or starting up, no connection free, memory or disk exhausted, a statement past its time, a standby after a failover.
 */
const databaseAway =
  /^(?:CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|08\w{3}|53\w{3}|57P0[1-5]|57014|55P03|25006)$/;

/** A system error of a socket (`ECONNREFUSED`, `ENOENT` of a Unix socket) is the database's when postgres.js has put its query on it. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return databaseAway.test(String(error.code)) || ('syscall' in error && 'query' in error);
}

/** What a thrown thing means to the caller. Anything but a Problem is ours: logged with its cause, answered without it. */
export function toProblem(error: unknown, requestId: string, log: Log): Problem {
  if (error instanceof Problem) {
    if (error.cause) log.info({ err: error.cause, requestId, reason: error.code }, 'refused');
    return error;
  }
  log.error({ err: error, requestId }, 'request failed');
  if (isDatabaseAway(error))
    return new Problem(503, 'database_unavailable', 'The database does not answer. Try again soon.', {
      headers: { 'Retry-After': '2' },
    });
  return new Problem(
    500,
    'internal_error',
    `Something went wrong here. Give the administrator the request id ${requestId}.`,
  );
}

/** @param elsewhere what is answered instead: a response, or where a browser is sent, as an absolute URL; undefined tells the refusal */
export function answerProblem(
  error: unknown,
  requestId: string,
  log: Log,
  elsewhere?: (problem: Problem) => Response | string | undefined,
): Response {
  const problem = toProblem(error, requestId, log);
  const page = elsewhere?.(problem);
  if (page instanceof Response) return page;
  if (page !== undefined) {
    const headers = {
      ...baseHeaders(requestId),
      ...problem.extras.headers,
      Location: page,
      'Cache-Control': 'no-store',
    };
    return new Response(null, { status: 302, headers });
  }
  const headers = {
    ...baseHeaders(requestId),
    ...problem.extras.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  return new Response(JSON.stringify(problemBody(problem, requestId)), { status: problem.status, headers });
}
