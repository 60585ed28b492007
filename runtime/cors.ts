import type { AnyEndpoint, GuardCtx } from './endpoint.ts';

/** How long a browser keeps the answer to a preflight. */
const KEPT_SEC = 600;
/** What pages of applications send (Streamable HTTP transport; RFC 6750). */
const SENT =
  'Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name';
/** What they need to read beside the body. */
const READ = 'WWW-Authenticate, X-Request-Id, Retry-After, Mcp-Session-Id, Mcp-Protocol-Version';

/**
 * Headers that let a page of another origin read the answer, where the endpoint allows it (Fetch Standard, CORS protocol);
 * none otherwise. Never with credentials: a bearer is what counts.
 */
export async function corsHeaders(
  { cors }: Pick<AnyEndpoint, 'cors'>,
  ctx: GuardCtx,
  origin: string | null,
): Promise<Record<string, string>> {
  if (!cors) return {};
  if (cors === 'any') return { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': READ };
  // Also without an origin: what a cache keeps of this answer is no answer for a page.
  if (origin === null || !(await cors(ctx, origin))) return { Vary: 'Origin' };
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': READ, Vary: 'Origin' };
}

/** What a preflight is answered beside them. @param methods of the path */
export const preflightHeaders = (methods: string[]): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Allow-Headers': SENT,
  'Access-Control-Max-Age': String(KEPT_SEC),
});
