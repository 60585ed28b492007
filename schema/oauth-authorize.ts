/** Authorization requests of AI applications, and the consent page. SPEC.md, MCP OAuth authorization server; RFC 6749, 4.1. */
import { z } from 'zod';
import { text } from './common.ts';
import { Password } from './users.ts';

const parameter = z.string().optional();

/** As it is sent: judged in the order of RFC 6749 (4.1.2.1), so nothing of it is refused here. Other parameters are ignored. */
export const AuthorizeQuery = z.object({
  client_id: parameter,
  redirect_uri: parameter.describe('May be left out when one is registered'),
  response_type: parameter.describe('code'),
  code_challenge: parameter,
  code_challenge_method: parameter.describe('S256'),
  state: parameter.describe('Comes back as it was'),
  scope: parameter.describe('mcp'),
  resource: parameter.describe('{mcp_url}/mcp, which it also is when left out'),
});
export type AuthorizeQuery = z.infer<typeof AuthorizeQuery>;

/** What the consent page posts: the password form, or the ticket of a provider sign-in with the request again. */
export const AuthorizeForm = AuthorizeQuery.extend({
  decision: parameter.describe('deny turns the application down; everything else authorizes it'),
  form: parameter.describe('The request as the page sealed it for this browser'),
  username: parameter,
  password: parameter,
  code: parameter.describe('Of the authenticator app, or a recovery code'),
  sso_grant: parameter.describe('The ticket of a provider sign-in'),
});
export type AuthorizeForm = z.infer<typeof AuthorizeForm>;

/** What somebody signs in with, once a form holds it; the same as at the console (schema/sessions.ts, Login). */
export const ConsentCredentials = z.object({
  username: text(100, 1).normalize('NFKC'),
  password: Password,
  code: text(100).optional(),
});

/** A request that was judged: how it is kept while somebody signs in. */
export const AuthorizeRequest = z.strictObject({
  client_id: z.string(),
  redirect_uri: z.string(),
  /** Whether the request named it: then the exchange must, too (RFC 6749, 4.1.3). */
  redirect_uri_stated: z.boolean(),
  code_challenge: z.string(),
  state: z.string().nullable(),
  scope: z.string(),
  resource: z.string(),
});
export type AuthorizeRequest = z.infer<typeof AuthorizeRequest>;
