import { accountMail } from './de/account-mail.ts';
import { aiSettings } from './de/ai-settings.ts';
import { alerts } from './de/alerts.ts';
import { applications } from './de/applications.ts';
import { approvals } from './de/approvals.ts';
import { audit } from './de/audit.ts';
import { auditAi } from './de/audit-ai.ts';
import { auditMonitoring } from './de/audit-monitoring.ts';
import { charts } from './de/charts.ts';
import { chat } from './de/chat.ts';
import { checks } from './de/checks.ts';
import { device } from './de/device.ts';
import { devices } from './de/devices.ts';
import { enrollment } from './de/enrollment.ts';
import { entrance } from './de/entrance.ts';
import { jobs } from './de/jobs.ts';
import { mail } from './de/mail.ts';
import { operations } from './de/operations.ts';
import { organisation } from './de/organisation.ts';
import { overview } from './de/overview.ts';
import { reports } from './de/reports.ts';
import { runScript } from './de/run-script.ts';
import { scripts } from './de/scripts.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { sso } from './de/sso.ts';
import { tasks } from './de/tasks.ts';
import { ui } from './de/ui.ts';
import { webhooks } from './de/webhooks.ts';
import type { en } from './en.ts';
import type { Translation } from './types.ts';

export const de: Translation<typeof en> = {
  ...ui,
  ...shell,
  ...checks,
  ...device,
  ...devices,
  ...accountMail,
  ...aiSettings,
  ...alerts,
  ...applications,
  ...approvals,
  ...audit,
  ...auditAi,
  ...auditMonitoring,
  ...charts,
  ...chat,
  ...enrollment,
  ...entrance,
  ...jobs,
  ...mail,
  ...operations,
  ...organisation,
  ...overview,
  ...reports,
  ...runScript,
  ...scripts,
  ...settings,
  ...sso,
  ...tasks,
  ...webhooks,
};
