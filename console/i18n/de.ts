import { accountMail } from './de/account-mail.ts';
import { approvals } from './de/approvals.ts';
import { audit } from './de/audit.ts';
import { auditMonitoring } from './de/audit-monitoring.ts';
import { device } from './de/device.ts';
import { devices } from './de/devices.ts';
import { enrollment } from './de/enrollment.ts';
import { entrance } from './de/entrance.ts';
import { jobs } from './de/jobs.ts';
import { mail } from './de/mail.ts';
import { organisation } from './de/organisation.ts';
import { overview } from './de/overview.ts';
import { runScript } from './de/run-script.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { sso } from './de/sso.ts';
import { ui } from './de/ui.ts';
import type { en } from './en.ts';
import type { Translation } from './types.ts';

export const de: Translation<typeof en> = {
  ...ui,
  ...shell,
  ...device,
  ...devices,
  ...accountMail,
  ...approvals,
  ...audit,
  ...auditMonitoring,
  ...enrollment,
  ...entrance,
  ...jobs,
  ...mail,
  ...organisation,
  ...overview,
  ...runScript,
  ...settings,
  ...sso,
};
