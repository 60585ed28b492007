/** Refusals of the OAuth endpoints: the code is the `error` of RFC 6749, 5.2, and RFC 7591, 3.2.2. */
import { Problem } from '../problem.ts';

export const invalidRequest = (message: string) => new Problem(400, 'invalid_request', message);

/** The code or token is no good, and no further word of why: clients ask their user again. */
export const invalidGrant = (message: string) => new Problem(400, 'invalid_grant', message);

/** No such application, or no longer: clients forget their client_id and register again (ATTACKS.md, Token). */
export const invalidClient = () =>
  new Problem(401, 'invalid_client', 'There is no application with this client_id, or no longer. Register again.');

/** @param cause for the server's log alone */
export const invalidRedirectUri = (message: string, cause?: Error) =>
  new Problem(400, 'invalid_redirect_uri', message, { cause });

/** @param cause for the server's log alone */
export const invalidMetadata = (message: string, cause?: unknown) =>
  new Problem(400, 'invalid_client_metadata', message, { cause });
