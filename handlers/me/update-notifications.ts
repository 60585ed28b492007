import * as subscriptions from '../../domain/notifications/subscriptions.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Notifications, NotificationsEdit } from '../../schema/notifications.ts';

export const updateMyNotifications = endpoint(
  {
    route: 'PUT /api/me/notifications',
    summary: 'Switch mail about events on or off; the address is not changed here',
    access: userSession,
    body: NotificationsEdit,
    output: Notifications,
    audits: ['user.notifications.update'],
  },
  (ctx, { body }) => subscriptions.update(ctx, body),
);
