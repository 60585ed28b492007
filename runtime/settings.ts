import type { Settings } from '../domain/context.ts';
import { listIncludes } from './address-list.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

/** What of the configuration the product's rules depend on. */
export function settingsOf(
  config: Config,
  auditUnprotected: boolean,
  bootstrapTokenExists: boolean,
  publishedAgent: Settings['publishedAgent'],
): Settings {
  const { oidc, retentionDays } = config;
  return {
    version,
    instanceName: config.instanceName,
    consoleUrl: config.consoleUrl,
    publicUrl: config.publicUrl,
    mcpUrl: config.mcpPublicUrl ?? null,
    oauthEnabled: config.mcpOauthEnabled && config.mcpPublicUrl !== undefined,
    mcpAllows: (ip) => !config.mcpAllowedIps || listIncludes(config.mcpAllowedIps, ip),
    mcpHost: (config.mcpListen ?? config.listen).host,
    allowUnapprovedJobs: config.allowUnapprovedJobs,
    remoteProvider: config.remoteProvider,
    sso: { enabled: oidc !== undefined, label: oidc?.label ?? '', role: oidc?.role ?? null },
    accountRelay: config.smtp ?? null,
    alertRelayMayBePrivate: config.smtpAlertsAllowPrivate,
    alertsHourlyLimit: config.alertsHourlyLimit,
    webhooksMayBePrivate: config.webhooksAllowPrivate,
    notificationRetentionDays: retentionDays.notifications,
    alertRetentionDays: retentionDays.alerts,
    checkResultRetentionDays: retentionDays.checkResults,
    auditUnprotected,
    bootstrapTokenExists,
    publishedAgent,
  };
}
