import type { EffectiveConfig } from '../schema/settings.ts';
import type { Ctx } from './context.ts';

/** What is in force, without secrets, for every signed-in principal (SPEC.md, Configuration). */
export function effective({ settings }: Ctx): EffectiveConfig {
  const agent = settings.publishedAgent();
  return {
    server: {
      version: settings.version,
      instance_name: settings.instanceName,
      console_url: settings.consoleUrl,
      public_url: settings.publicUrl,
      mcp_url: settings.mcpUrl,
      allow_unapproved_jobs: settings.allowUnapprovedJobs,
      audit_unprotected: settings.auditUnprotected,
    },
    update_public_keys: agent?.publicKeys ?? [],
    agent_version: agent?.version ?? null,
    smtp: { account_set: settings.accountRelay !== null },
    sso: { enabled: settings.sso.enabled, label: settings.sso.label },
    remote: { default: settings.remoteProvider },
  };
}
