/** Enrollment tokens: what lets a machine in, and where it lands. SPEC.md, Enrollment token. */
import { z } from 'zod';
import { Id, Page, Timestamp, text } from './common.ts';

export const EnrollTokenCreate = z.strictObject({
  description: text(200).trim().default(''),
  uses: z.number().int().min(1).max(10_000).default(1),
  ttl_hours: z.number().int().min(1).max(8760).default(72),
  site_id: Id.optional(),
  group_id: Id.optional(),
});

export const EnrollToken = z
  .object({
    id: Id,
    description: z.string(),
    uses: z.number().int(),
    uses_left: z.number().int(),
    expires_at: Timestamp,
    site_id: Id.nullable(),
    group_id: Id.nullable(),
    client_name: z.string().nullable(),
    site_name: z.string().nullable(),
    group_name: z.string().nullable(),
    created_by: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'EnrollToken' });
export type EnrollToken = z.infer<typeof EnrollToken>;

export type EnrollTokenCreate = z.output<typeof EnrollTokenCreate>;

/** The only answer that ever holds the token's value, with what an installer needs beside it. */
export const EnrollTokenCreated = EnrollToken.extend({
  token: z.string(),
  install: z.object({
    /** Where agents reach this server, as RMM_PUBLIC_URL says. */
    server_url: z.string(),
    /** Base64 Ed25519 keys that sign agent builds; empty when none is published. */
    update_public_keys: z.array(z.string()),
    /** One line for a root shell on Linux. */
    linux: z.string(),
  }),
}).meta({ id: 'EnrollTokenCreated' });
export type EnrollTokenCreated = z.infer<typeof EnrollTokenCreated>;

export const EnrollTokenQuery = Page;
export const EnrollTokenList = z.object({ enroll_tokens: z.array(EnrollToken), next_cursor: z.string().optional() });
