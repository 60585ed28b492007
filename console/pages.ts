import type { RouteDefinition } from '@solidjs/router';
import { lazy } from 'solid-js';

/**
 * Every page, loaded when it is first opened. A page inside the shell is one line here, one in shell/nav.ts if the
 * rail leads to it, and a folder in pages/<noun>/.
 */
export const shellPages: RouteDefinition[] = [
  { path: '/', component: lazy(() => import('./pages/overview/overview.tsx')) },
  { path: '/devices', component: lazy(() => import('./pages/devices/devices.tsx')) },
  { path: '/devices/:id', component: lazy(() => import('./pages/device/device-page.tsx')) },
  {
    path: '/monitoring/checks/:id/on/:device',
    component: lazy(() => import('./pages/checks-history/history-page.tsx')),
  },
  { path: '/approvals', component: lazy(() => import('./pages/approvals/approvals-page.tsx')) },
  { path: '/approvals/devices/:id', component: lazy(() => import('./pages/device-operations/operation-page.tsx')) },
  { path: '/approvals/standing', component: lazy(() => import('./pages/approvals/standing-list.tsx')) },
  { path: '/approvals/standing/:id', component: lazy(() => import('./pages/approvals/standing-page.tsx')) },
  { path: '/approvals/:id', component: lazy(() => import('./pages/approvals/approval-page.tsx')) },
  { path: '/jobs', component: lazy(() => import('./pages/jobs/jobs.tsx')) },
  { path: '/jobs/batch/:id', component: lazy(() => import('./pages/jobs/batch-page.tsx')) },
  { path: '/jobs/:id', component: lazy(() => import('./pages/jobs/job-page.tsx')) },
  { path: '/alerts', component: lazy(() => import('./pages/alerts/alerts.tsx')) },
  { path: '/alerts/windows', component: lazy(() => import('./pages/alerts/windows.tsx')) },
  { path: '/alerts/:id', component: lazy(() => import('./pages/alerts/alert-page.tsx')) },
  { path: '/scripts', component: lazy(() => import('./pages/scripts/scripts.tsx')) },
  { path: '/scripts/new', component: lazy(() => import('./pages/scripts/script-new.tsx')) },
  { path: '/scripts/:id', component: lazy(() => import('./pages/scripts/script-page.tsx')) },
  { path: '/monitoring', component: lazy(() => import('./pages/monitoring/monitoring.tsx')) },
  { path: '/monitoring/checks', component: lazy(() => import('./pages/monitoring/checks.tsx')) },
  { path: '/monitoring/checks/new', component: lazy(() => import('./pages/monitoring/check-new.tsx')) },
  { path: '/monitoring/checks/:id', component: lazy(() => import('./pages/monitoring/check-page.tsx')) },
  { path: '/monitoring/checks/:id/edit', component: lazy(() => import('./pages/monitoring/check-edit.tsx')) },
  { path: '/monitoring/policies', component: lazy(() => import('./pages/monitoring/policies.tsx')) },
  { path: '/monitoring/policies/:id', component: lazy(() => import('./pages/monitoring/policy-page.tsx')) },
  { path: '/reports', component: lazy(() => import('./pages/reports/reports.tsx')) },
  { path: '/monitoring/tasks', component: lazy(() => import('./pages/tasks/tasks.tsx')) },
  { path: '/monitoring/tasks/new', component: lazy(() => import('./pages/tasks/task-new.tsx')) },
  { path: '/monitoring/tasks/:id', component: lazy(() => import('./pages/tasks/task-page.tsx')) },
  { path: '/monitoring/tasks/:id/edit', component: lazy(() => import('./pages/tasks/task-edit.tsx')) },
  { path: '/monitoring/calendar', component: lazy(() => import('./pages/tasks/calendar.tsx')) },
  { path: '/ai/applications', component: lazy(() => import('./pages/applications/applications.tsx')) },
  // One page for both, so that a first question does not begin it anew.
  { path: ['/ai/chat', '/ai/chat/:id'], component: lazy(() => import('./pages/chat/chat-page.tsx')) },
  { path: '/audit', component: lazy(() => import('./pages/audit/audit-page.tsx')) },
  { path: '/settings', component: lazy(() => import('./pages/settings/settings.tsx')) },
  { path: '/settings/users', component: lazy(() => import('./pages/users/users.tsx')) },
  { path: '/settings/users/new', component: lazy(() => import('./pages/users/user-new.tsx')) },
  { path: '/settings/users/:id', component: lazy(() => import('./pages/users/user.tsx')) },
  { path: '/settings/roles', component: lazy(() => import('./pages/roles/roles.tsx')) },
  { path: '/settings/roles/new', component: lazy(() => import('./pages/roles/role-new.tsx')) },
  { path: '/settings/roles/:key', component: lazy(() => import('./pages/roles/role.tsx')) },
  { path: '/settings/tokens', component: lazy(() => import('./pages/api-tokens/tokens.tsx')) },
  { path: '/settings/tokens/new', component: lazy(() => import('./pages/api-tokens/token-new.tsx')) },
  { path: '/settings/mail', component: lazy(() => import('./pages/mail/mail.tsx')) },
  { path: '/settings/webhooks', component: lazy(() => import('./pages/webhooks/webhooks.tsx')) },
  { path: '/settings/webhooks/new', component: lazy(() => import('./pages/webhooks/webhook-new.tsx')) },
  { path: '/settings/webhooks/:id', component: lazy(() => import('./pages/webhooks/webhook.tsx')) },
  { path: '/settings/ai', component: lazy(() => import('./pages/settings/ai/ai-page.tsx')) },
  { path: '/settings/remote', component: lazy(() => import('./pages/settings/remote/remote-page.tsx')) },
  { path: '/settings/about', component: lazy(() => import('./pages/about/about.tsx')) },
  { path: '/account', component: lazy(() => import('./pages/account/account.tsx')) },
  { path: '/settings/organisation', component: lazy(() => import('./pages/organisation/organisation-page.tsx')) },
  { path: '/settings/enrollment', component: lazy(() => import('./pages/enrollment/enrollment.tsx')) },
  // Development only: the branch is dropped from a production build, and the chunk with it.
  ...(import.meta.env.DEV
    ? [{ path: '/ui-sheet', component: lazy(() => import('./pages/ui-sheet/ui-sheet.tsx')) }]
    : []),
];

/** Pages that stand alone: nobody is signed in yet. */
export const plainPages: RouteDefinition[] = [
  { path: '/sign-in', component: lazy(() => import('./pages/sign-in/sign-in.tsx')) },
  { path: '/sso', component: lazy(() => import('./pages/sso/sso.tsx')) },
  { path: '/setup', component: lazy(() => import('./pages/setup/setup.tsx')) },
  { path: '/forgot-password', component: lazy(() => import('./pages/password/forgot.tsx')) },
  { path: '/reset-password', component: lazy(() => import('./pages/password/reset.tsx')) },
  { path: '/confirm-email', component: lazy(() => import('./pages/confirm-email/confirm-email.tsx')) },
];

/** Whether a path has a page, so that nothing leads nowhere. */
export function hasPage(path: string): boolean {
  return shellPages.some((page) => [page.path].flat().includes(path));
}
