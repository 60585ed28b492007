/** One field that the server did not take: where in the input, and why. */
export type Issue = { path: string; message: string };

type Details = {
  /** HTTP status; 0 when no answer came at all. */
  status: number;
  /** Stable snake_case code of the server, or "network" and "bad_response". */
  code: string;
  /** The server's sentence, in English; empty when it sent none. */
  message: string;
  issues?: Issue[];
  requestId?: string | undefined;
  /** Seconds, from Retry-After. */
  retryAfter?: number | undefined;
  /** The whole answer, for what single endpoints add (`totp_required`, the status found by a 409). */
  body: Readonly<Record<string, unknown>>;
};

/** What a failed call rejects with. A class only because promises reject with Errors. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(details: Details, options?: ErrorOptions) {
    super(details.message, options);
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.body = details.body;
  }
}

/** What an address names is not there, or not for this principal, or the address names nothing: an id that is none is a 400. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404].includes(error.status);
}

export function networkError(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'network', message: '', body: {} }, { cause });
}

/** Reads an error answer. A proxy in between may answer with anything, so nothing about the body is believed. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const body = recordOf(await answer.json().catch(() => undefined));
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: answer.status,
    code: textOf(body.code) ?? `http_${answer.status}`,
    message: textOf(body.message) ?? textOf(body.error) ?? '',
    issues: Array.isArray(body.issues) ? body.issues.map(issueOf) : [],
    requestId: textOf(body.request_id) ?? answer.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    body,
  });
}

function issueOf(value: unknown): Issue {
  const issue = recordOf(value);
  const path = Array.isArray(issue.path) ? issue.path.join('.') : (textOf(issue.path) ?? '');
  return { path, message: textOf(issue.message) ?? '' };
}

/** The server's messages are fragments ("needs at least 12 characters"); on screen they are sentences. */
export function asSentence(text: string): string {
  const full = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(full) ? full : `${full}.`;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
