import { accountMail } from './en/account-mail.ts';
import { aiSettings } from './en/ai-settings.ts';
import { alerts } from './en/alerts.ts';
import { applications } from './en/applications.ts';
import { approvals } from './en/approvals.ts';
import { audit } from './en/audit.ts';
import { auditAi } from './en/audit-ai.ts';
import { auditMonitoring } from './en/audit-monitoring.ts';
import { charts } from './en/charts.ts';
import { chat } from './en/chat.ts';
import { checks } from './en/checks.ts';
import { device } from './en/device.ts';
import { devices } from './en/devices.ts';
import { enrollment } from './en/enrollment.ts';
import { entrance } from './en/entrance.ts';
import { jobs } from './en/jobs.ts';
import { mail } from './en/mail.ts';
import { operations } from './en/operations.ts';
import { organisation } from './en/organisation.ts';
import { overview } from './en/overview.ts';
import { reports } from './en/reports.ts';
import { runScript } from './en/run-script.ts';
import { scripts } from './en/scripts.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { sso } from './en/sso.ts';
import { tasks } from './en/tasks.ts';
import { ui } from './en/ui.ts';
import { webhooks } from './en/webhooks.ts';

/** English: the keys every other language must have. A noun's pages add a section of their own in en/<noun>.ts. */
export const en = {
  ...ui,
  ...shell,
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
  ...checks,
  ...device,
  ...devices,
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
