import type { ConfigChange, EffectiveConfig } from '../schema/settings.ts';
import { changeAiSettings } from './ai-settings/change.ts';
import { readAiSettings } from './ai-settings/read.ts';
import { type Ctx, transaction } from './context.ts';
import { changeRemoteSettings } from './remote-settings/change.ts';
import { readRemoteSettings } from './remote-settings/read.ts';

/** What is in force, without secrets, for every signed-in principal (SPEC.md, Configuration). */
export async function effective(ctx: Ctx): Promise<EffectiveConfig> {
  const { settings } = ctx;
  const agent = settings.publishedAgent();
  return {
    server: {
      version: settings.version,
      instance_name: settings.instanceName,
      console_url: settings.consoleUrl,
      public_url: settings.publicUrl,
      mcp_url: settings.mcpUrl,
      mcp_oauth_enabled: settings.oauthEnabled,
      allow_unapproved_jobs: settings.allowUnapprovedJobs,
      audit_unprotected: settings.auditUnprotected,
    },
    update_public_keys: agent?.publicKeys ?? [],
    agent_version: agent?.version ?? null,
    smtp: { account_set: settings.accountRelay !== null },
    sso: { enabled: settings.sso.enabled, label: settings.sso.label },
    remote: await readRemoteSettings(ctx),
    ai: await readAiSettings(ctx),
  };
}

/** Sets what is named of AI and remote access, all of it or nothing. @throws 400 invalid_input, secret_required */
export function changeConfig(ctx: Ctx, { ai, remote }: ConfigChange): Promise<EffectiveConfig> {
  return transaction(ctx, async (inside) => {
    if (ai) await changeAiSettings(inside, ai);
    if (remote) await changeRemoteSettings(inside, remote);
    return effective(inside);
  });
}
