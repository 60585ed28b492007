/** GET /api/config: what is in force, without secrets. SPEC.md, Configuration. */
import { z } from 'zod';
import { AiSettings, AiSettingsChange } from './ai-settings.ts';
import { RemoteSettings, RemoteSettingsChange } from './remote-settings.ts';

export const EffectiveConfig = z
  .object({
    server: z.object({
      /** `dev` for an unstamped build. */
      version: z.string(),
      instance_name: z.string(),
      console_url: z.string(),
      public_url: z.string(),
      mcp_url: z.string().nullable(),
      /** Applications may connect by OAuth: RMM_MCP_OAUTH_ENABLED with RMM_MCP_PUBLIC_URL. */
      mcp_oauth_enabled: z.boolean(),
      allow_unapproved_jobs: z.boolean(),
      /** The application role owns the schema, so grants do not protect the audit trail. */
      audit_unprotected: z.boolean(),
    }),
    /** Base64 Ed25519 keys that sign the published agents. */
    update_public_keys: z.array(z.string()),
    /** The agent build that is published, or null while there is none. */
    agent_version: z.string().nullable(),
    smtp: z.object({ account_set: z.boolean() }),
    sso: z.object({ enabled: z.boolean(), label: z.string() }),
    remote: RemoteSettings,
    ai: AiSettings,
  })
  .meta({ id: 'EffectiveConfig' });
export type EffectiveConfig = z.infer<typeof EffectiveConfig>;

/** What is not named stays. */
export const ConfigChange = z.strictObject({
  ai: AiSettingsChange.optional(),
  remote: RemoteSettingsChange.optional(),
});
export type ConfigChange = z.output<typeof ConfigChange>;
