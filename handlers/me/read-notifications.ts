import * as subscriptions from '../../domain/notifications/subscriptions.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Notifications } from '../../schema/notifications.ts';

export const readMyNotifications = endpoint(
  {
    route: 'GET /api/me/notifications',
    summary: 'Read which events you get mail about, and whether it can reach you',
    access: userSession,
    output: Notifications,
  },
  (ctx) => subscriptions.read(ctx),
);
