import type { Written } from './reply.ts';

export interface ProblemExtras {
  /** What went wrong underneath; logged, never sent. */
  cause?: unknown;
  /** Further keys of the answer's body, e.g. `totp_required`. */
  body?: Record<string, unknown>;
  /** Input errors, by path. */
  issues?: { path: string; message: string }[];
  /** Headers of the answer, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  /** What a browser is shown instead of the body in JSON. */
  page?: Written;
  /**
   * Puts the refusal into the audit trail although nobody is signed in, such as a failed sign-in: at what, why in words
   * for operators that the caller must not learn, and by which key repeats within a minute are one entry.
   */
  refused?: { target: { id: string | null; name: string | null }; reason: string; key: string };
}

/**
 * A refusal that a caller can act on: HTTP status, stable snake_case code, and a sentence for people.
 * Everything else that is thrown is a fault of ours and answers 500 without its text (CONTRACT.md, HTTP conventions).
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly extras: ProblemExtras;

  constructor(status: number, code: string, message: string, extras: ProblemExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

/** 404: no such thing, e.g. `notFound('device')` → "There is no such device." with code device_not_found. */
export const notFound = (noun: string) =>
  new Problem(404, `${noun.toLowerCase().replaceAll(' ', '_')}_not_found`, `There is no such ${noun}.`);

/** 403 on an id that exists but lies outside the caller's access scope (SPEC.md, Access scope). */
export const outOfScope = (noun: string) =>
  new Problem(403, 'out_of_scope', `This ${noun} is outside your access scope.`);

/** 403 for a permission that the caller lacks. */
export const lacksPermission = (permission: string) =>
  new Problem(403, 'permission_denied', `This needs the permission ${permission}.`);

/** 400 for one field that a schema could not judge by itself. */
export const invalid = (path: string, message: string, code = 'invalid_input') =>
  new Problem(400, code, message, { issues: [{ path, message }] });

/** 409: the thing is in another state than the call needs. */
export const conflict = (code: string, message: string, body?: Record<string, unknown>) =>
  new Problem(409, code, message, { body });
