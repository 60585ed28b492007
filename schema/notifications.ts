/** Which events a person gets mail about. CONTRACT.md, Notification events. */
import { z } from 'zod';
import { text } from './common.ts';
import type { Permission } from './permissions.ts';

export const notificationEvents = [
  'alert.raised',
  'alert.reopened',
  'alert.resolved',
  'device.offline',
  'device.online',
  'job.awaiting_approval',
  'job.failed',
  'patch.failed',
  'device.enrolled',
  'oauth.app.pending',
] as const;
export const NotificationEvent = z.enum(notificationEvents);
export type NotificationEvent = z.infer<typeof NotificationEvent>;

/** What one must be allowed to see to get mail about it. */
export const eventPermissions: Record<NotificationEvent, Permission> = {
  'alert.raised': 'alerts.view',
  'alert.reopened': 'alerts.view',
  'alert.resolved': 'alerts.view',
  'device.offline': 'devices.view',
  'device.online': 'devices.view',
  'job.awaiting_approval': 'jobs.view',
  'job.failed': 'jobs.view',
  'patch.failed': 'patches.view',
  'device.enrolled': 'devices.view',
  'oauth.app.pending': 'api_tokens.manage',
};

export const Notifications = z
  .object({
    /** Every event there is, on or off. */
    subscriptions: z.record(NotificationEvent, z.boolean()),
    /** Where mail goes; somebody with users.email.manage changes it. */
    address: z.string().nullable(),
    /** Alert mail leaves this server at all. */
    delivery_configured: z.boolean(),
    /** Only a confirmed address gets mail. */
    confirmation_required: z.boolean(),
    confirmed: z.boolean(),
  })
  .meta({ id: 'Notifications' });
export type Notifications = z.infer<typeof Notifications>;

/** An address is named here only to be refused with 403 (SPEC.md, Errors) rather than as an unknown key. */
const RefusedAddress = text(320)
  .nullable()
  .meta({ description: 'Refused with 403: the address is changed under /api/users.' });
export const NotificationsEdit = z.strictObject({
  /** The others stay as they are. */
  subscriptions: z.partialRecord(NotificationEvent, z.boolean()).optional(),
  email: RefusedAddress.optional(),
  address: RefusedAddress.optional(),
});
export type NotificationsEdit = z.output<typeof NotificationsEdit>;
