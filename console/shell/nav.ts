import type { Label } from '../i18n/index.ts';
import type { Permission } from '../session.ts';
import { canAny, me } from '../session.ts';
import {
  type Icon,
  IconActivity,
  IconApplications,
  IconApprovals,
  IconAudit,
  IconBell,
  IconChat,
  IconDevice,
  IconJobs,
  IconOverview,
  IconReports,
  IconScript,
  IconSettings,
} from '../ui/icons.ts';

/** An entry of the rail. Without one of its permissions it is absent; none at all means everybody. */
export type NavEntry = {
  path: string;
  label: Label;
  icon: Icon;
  permissions: readonly Permission[];
  /** Instance-wide: absent for somebody with an access scope, whom the server refuses. */
  unscoped?: true;
  /** A number from the dashboard behind the word. */
  count?: 'waiting' | 'alerts' | 'applications';
};

/** The rail, in groups. An entry is added together with its page in pages.ts. */
export const nav: readonly (readonly NavEntry[])[] = [
  [
    { path: '/', label: 'nav.overview', icon: IconOverview, permissions: [] },
    { path: '/devices', label: 'nav.devices', icon: IconDevice, permissions: ['devices.view'] },
    {
      path: '/approvals',
      label: 'nav.approvals',
      icon: IconApprovals,
      permissions: ['jobs.view', 'clients.manage', 'devices.delete'],
      count: 'waiting',
    },
    { path: '/jobs', label: 'nav.jobs', icon: IconJobs, permissions: ['jobs.view'] },
    { path: '/alerts', label: 'nav.alerts', icon: IconBell, permissions: ['alerts.view'], count: 'alerts' },
    {
      path: '/monitoring',
      label: 'nav.monitoring',
      icon: IconActivity,
      permissions: ['checks.view', 'policies.view', 'tasks.view'],
    },
    { path: '/scripts', label: 'nav.scripts', icon: IconScript, permissions: ['scripts.view'] },
  ],
  // AI
  [
    { path: '/ai/chat', label: 'nav.chat', icon: IconChat, permissions: ['ai_chat.use'] },
    {
      path: '/ai/applications',
      label: 'nav.applications',
      icon: IconApplications,
      permissions: ['api_tokens.manage', 'mcp.use'],
      count: 'applications',
    },
  ],
  [
    { path: '/reports', label: 'nav.reports', icon: IconReports, permissions: ['reports.view', 'patches.view'] },
    { path: '/audit', label: 'nav.audit', icon: IconAudit, permissions: ['audit.view'], unscoped: true },
    {
      path: '/settings',
      label: 'nav.settings',
      icon: IconSettings,
      permissions: ['clients.view', 'enrollment.manage', 'users.manage', 'roles.manage', 'api_tokens.manage'],
    },
  ],
];

/** Whether the principal may use what the entry leads to. */
export const mayUse = ({ permissions, unscoped }: NavEntry): boolean =>
  canAny(permissions) && (!unscoped || me()?.unscoped === true);
