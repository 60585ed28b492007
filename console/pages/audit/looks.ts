import type { AuditAction } from '../../../schema/audit.ts';
import type { Output } from '../../api.ts';
import {
  type Icon,
  IconAdd,
  IconApprovals,
  IconCheck,
  IconClock,
  IconClose,
  IconCompany,
  IconDelete,
  IconDevice,
  IconEdit,
  IconFailed,
  IconJobs,
  IconKey,
  IconLanguage,
  IconLock,
  IconMove,
  IconOk,
  IconRoles,
  IconSignOut,
  IconSite,
  IconTicket,
  IconUser,
  IconUsers,
} from '../../ui/icons.ts';
import type { Tone } from '../../ui/status.tsx';

export type AuditEntry = Output<'GET /api/audit'>['entries'][number];
export type { AuditAction };

type Look = { icon: Icon; tone?: Tone };

/** How each action looks. One that is missing here does not compile. */
export const looks: Record<AuditAction, Look> = {
  'auth.bootstrap': { icon: IconUser, tone: 'ok' },
  'auth.login': { icon: IconUser },
  'auth.logout': { icon: IconSignOut },
  'session.revoke': { icon: IconSignOut, tone: 'warn' },
  'user.create': { icon: IconAdd },
  'user.role.update': { icon: IconRoles },
  'user.scopes.update': { icon: IconRoles },
  'user.disable': { icon: IconLock, tone: 'warn' },
  'user.enable': { icon: IconOk },
  'user.delete': { icon: IconDelete, tone: 'err' },
  'user.password.change': { icon: IconLock },
  'user.language.update': { icon: IconLanguage },
  'user.password.reset': { icon: IconLock },
  'user.password.set': { icon: IconLock, tone: 'warn' },
  'user.password_reset.mail': { icon: IconLock },
  'user.email.update': { icon: IconEdit },
  'user.email.confirm': { icon: IconOk },
  'user.email_confirmation.mail': { icon: IconEdit },
  'user.notifications.update': { icon: IconEdit },
  'user.totp.enable': { icon: IconLock, tone: 'ok' },
  'user.totp.disable': { icon: IconLock, tone: 'warn' },
  'user.recovery_codes.renew': { icon: IconKey },
  'user.second_factor.reset': { icon: IconLock, tone: 'warn' },
  'user.passkey.add': { icon: IconKey, tone: 'ok' },
  'user.passkey.remove': { icon: IconKey, tone: 'warn' },
  'user.sso.link': { icon: IconKey },
  'user.sso.unlink': { icon: IconKey, tone: 'warn' },
  'auth.sso.fail': { icon: IconClose, tone: 'err' },
  'config.smtp.alerts.update': { icon: IconEdit },
  'config.smtp.test': { icon: IconCheck },
  'role.create': { icon: IconRoles },
  'role.update': { icon: IconRoles },
  'role.delete': { icon: IconDelete, tone: 'err' },
  'api_token.create': { icon: IconKey },
  'api_token.revoke': { icon: IconKey, tone: 'warn' },
  'client.create': { icon: IconCompany },
  'client.rename': { icon: IconEdit },
  'client.delete': { icon: IconDelete, tone: 'err' },
  'site.create': { icon: IconSite },
  'site.rename': { icon: IconEdit },
  'site.delete': { icon: IconDelete, tone: 'err' },
  'group.create': { icon: IconUsers },
  'group.rename': { icon: IconEdit },
  'group.delete': { icon: IconDelete, tone: 'err' },
  'enroll_token.create': { icon: IconTicket },
  'enroll_token.revoke': { icon: IconTicket, tone: 'warn' },
  'device.enroll': { icon: IconDevice, tone: 'run' },
  'device.update': { icon: IconEdit },
  'device.move': { icon: IconMove },
  'device.delete': { icon: IconDelete, tone: 'err' },
  'device.revoke': { icon: IconLock, tone: 'err' },
  'job.propose': { icon: IconJobs, tone: 'ask' },
  'job.batch.propose': { icon: IconJobs, tone: 'ask' },
  'job.dispatch_unapproved': { icon: IconJobs, tone: 'warn' },
  'job.approve': { icon: IconCheck, tone: 'ok' },
  'job.reject': { icon: IconClose, tone: 'err' },
  'job.batch.approve': { icon: IconCheck, tone: 'ok' },
  'job.batch.reject': { icon: IconClose, tone: 'err' },
  'job.cancel': { icon: IconFailed, tone: 'warn' },
  'job.complete_manual': { icon: IconEdit, tone: 'warn' },
  'job.result': { icon: IconApprovals },
  'job.expire': { icon: IconClock, tone: 'warn' },
};

/** Whether this console knows the action: the server may be newer than the page that is open. */
export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(looks, action);
}

export const auditActions = Object.keys(looks).filter(isAuditAction);
