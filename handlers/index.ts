/** The registry: every endpoint there is. Each noun lists its own. */
import type { Contract } from '../runtime/endpoint.ts';
import { alertSuppressions } from './alert-suppressions/index.ts';
import { alerts } from './alerts/index.ts';
import { apiTokens } from './api-tokens/index.ts';
import { approvals } from './approvals/index.ts';
import { audit } from './audit/index.ts';
import { auth } from './auth/index.ts';
import { chat } from './chat/index.ts';
import { checks } from './checks/index.ts';
import { clients } from './clients/index.ts';
import { config } from './config/index.ts';
import { dashboard } from './dashboard/index.ts';
import { deviceOperations } from './device-operations/index.ts';
import { devices } from './devices/index.ts';
import { downloads } from './downloads/index.ts';
import { enrollTokens } from './enroll-tokens/index.ts';
import { exports } from './exports/index.ts';
import { groups } from './groups/index.ts';
import { jobs } from './jobs/index.ts';
import { mcp } from './mcp/index.ts';
import { me } from './me/index.ts';
import { oauth } from './oauth/index.ts';
import { oauthApps } from './oauth-apps/index.ts';
import { operations } from './operations/index.ts';
import { permissions } from './permissions/index.ts';
import { policies } from './policies/index.ts';
import { reports } from './reports/index.ts';
import { roles } from './roles/index.ts';
import { scriptCategories } from './script-categories/index.ts';
import { scripts } from './scripts/index.ts';
import { sites } from './sites/index.ts';
import { sso } from './sso/index.ts';
import { standingApprovals } from './standing-approvals/index.ts';
import { tasks } from './tasks/index.ts';
import { users } from './users/index.ts';
import { webhooks } from './webhooks/index.ts';

export const endpoints = [
  ...operations,
  ...auth,
  ...sso,
  ...me,
  ...users,
  ...roles,
  ...permissions,
  ...apiTokens,
  ...oauthApps,
  ...config,
  ...webhooks,
  ...chat,
  ...clients,
  ...sites,
  ...groups,
  ...devices,
  ...deviceOperations,
  ...enrollTokens,
  ...jobs,
  ...approvals,
  ...standingApprovals,
  ...tasks,
  ...scripts,
  ...scriptCategories,
  ...checks,
  ...policies,
  ...alerts,
  ...alertSuppressions,
  ...dashboard,
  ...audit,
  ...reports,
  ...exports,
  ...downloads,
  ...oauth,
  ...mcp,
] as const;

/** Route → what is sent and what comes back; the console's client is typed by it. */
export type Api = { [E in (typeof endpoints)[number] as E['route']]: Contract<E> };
