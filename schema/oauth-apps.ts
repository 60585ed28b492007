/** AI applications that registered with the authorization server, and who may register. SPEC.md, API tokens and MCP applications. */
import { z } from 'zod';
import { Id, Page, Timestamp, text } from './common.ts';

const ENTRY = 'must be a host or *.<domain>, without scheme, port or path';
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const ADDRESS = /^(\d+\.){3}\d+$|^\[[0-9a-f:.]+\]$/;

/** The host as URLs have it, e.g. bücher.example as xn--bcher-kva.example; undefined for what is no host alone. */
function readHost(text: string): string | undefined {
  if (!/^(\[[0-9a-f:.]+\]|[^\s/:@?#%\\[\]*]+)$/.test(text)) return undefined;
  const hostname = URL.parse(`https://${text}`)?.hostname;
  // An address in another form than its own, as 127.1, would be another host than it seems.
  if (hostname === undefined || (ADDRESS.test(hostname) && hostname !== text)) return undefined;
  return ADDRESS.test(hostname) || (hostname.length <= 253 && NAME.test(hostname)) ? hostname : undefined;
}

function readEntry(written: string): string | undefined {
  const entry = written.trim().toLowerCase();
  if (!entry.startsWith('*.')) return readHost(entry);
  const domain = readHost(entry.slice(2));
  // Everything below com, or below an address, is nobody's domain.
  return domain?.includes('.') && !ADDRESS.test(domain) ? `*.${domain}` : undefined;
}

/** `<host>`, or `*.<domain>` for the hosts below it and not itself; in lower case. */
export const HostEntry = text(300).transform((written, context) => {
  const entry = readEntry(written);
  if (entry !== undefined) return entry;
  context.issues.push({ code: 'custom', message: ENTRY, input: undefined });
  return z.NEVER;
});

const Registration = z.enum(['any', 'allowed_hosts']);

/** Who may register, and authorize; and whether somebody has to approve it (SPEC.md, MCP OAuth policy). */
export const OauthPolicy = z
  .object({
    registration: Registration,
    /**
     * Whom `allowed_hosts` lets register: `<host>`, or `*.<domain>` for the hosts below it; lower case. With `any` too, these hosts
     * carry no warning.
     */
    allowed_hosts: z.array(z.string()),
    require_approval: z.boolean(),
  })
  .meta({ id: 'OauthPolicy' });
export type OauthPolicy = z.infer<typeof OauthPolicy>;

/** What is left out stays as it is. */
export const OauthPolicyChange = z.strictObject({
  registration: Registration.optional(),
  allowed_hosts: z
    .array(HostEntry)
    .max(200)
    .transform((entries) => [...new Set(entries)])
    .optional(),
  require_approval: z.boolean().optional(),
});
export type OauthPolicyChange = z.output<typeof OauthPolicyChange>;

export const OauthAppStatus = z.enum(['approved', 'pending']);

export const OauthApp = z
  .object({
    id: Id,
    client_id: z.string(),
    /** Registered here, or described by the document that its client_id is the address of. */
    kind: z.enum(['registered', 'metadata_document']),
    name: z.string(),
    redirect_uris: z.array(z.string()),
    /** Where it returns to; a private-use scheme stands as `<scheme>:`. */
    hosts: z.array(z.string()),
    /** Those of `hosts` that are neither of a known MCP client nor on the allowed list. */
    unknown_hosts: z.array(z.string()),
    unknown_host: z.boolean(),
    status: OauthAppStatus,
    /** Approved, and its hosts are such as the policy lets in now. */
    may_authorize: z.boolean(),
    /** Pairs of access and refresh token that work now, of accounts that the caller may see. */
    active_tokens: z.number().int(),
    /** Accounts that these tokens are of. */
    user_count: z.number().int(),
    /** The first 20 of them, the latest use first. */
    users: z.array(
      z.object({
        id: Id,
        username: z.string(),
        tokens: z.number().int(),
        authorized_at: Timestamp,
        last_used_at: Timestamp,
      }),
    ),
    /** For callers without access scope. */
    registered_ip: z.string().nullable(),
    approved_by: z.string().nullable(),
    approved_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'OauthApp' });
export type OauthApp = z.infer<typeof OauthApp>;

/** `q` looks in name, hosts and client_id; `user_id` finds what holds tokens of an account that the caller may see. */
export const OauthAppQuery = Page.extend({
  q: text(200).optional(),
  status: OauthAppStatus.optional(),
  user_id: Id.optional(),
});
export type OauthAppQuery = z.infer<typeof OauthAppQuery>;

export const OauthAppList = z.object({
  oauth_apps: z.array(OauthApp),
  policy: OauthPolicy,
  /** RMM_MCP_OAUTH_ENABLED with RMM_MCP_PUBLIC_URL: applications can connect. */
  oauth_enabled: z.boolean(),
  /** RMM_MCP_PUBLIC_URL, as in GET /api/config. */
  mcp_url: z.string().nullable(),
  next_cursor: z.string().optional(),
});
export type OauthAppList = z.infer<typeof OauthAppList>;

/** What somebody authorized: all that one application holds for the caller. Its id is the application's. */
export const OauthGrant = z
  .object({
    id: Id,
    name: z.string(),
    client_id: z.string(),
    hosts: z.array(z.string()),
    status: OauthAppStatus,
    /** Of the first authorization that still holds. */
    authorized_at: Timestamp,
    last_used_at: Timestamp,
    /** When all of it ends by itself, if it is not used until then. */
    expires_at: Timestamp,
  })
  .meta({ id: 'OauthGrant' });
export type OauthGrant = z.infer<typeof OauthGrant>;
export const OauthGrantList = z.object({ oauth_grants: z.array(OauthGrant) });
