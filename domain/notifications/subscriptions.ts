import {
  type NotificationEvent,
  Notifications,
  type NotificationsEdit,
  notificationEvents,
} from '../../schema/notifications.ts';
import type { Ctx } from '../context.ts';
import { isOn } from '../mail/queue.ts';
import { ownAccount } from '../me/account.ts';
import { invalid, Problem } from '../problem.ts';
import { readAddressee } from '../users/mail-address.ts';

/** What the caller gets mail about, where it goes, and whether it can get there. @throws 403 no_account */
export async function read(ctx: Ctx): Promise<Notifications> {
  const id = ownAccount(ctx);
  const { email, confirmed } = await readAddressee(ctx, id);
  const rows = await ctx.sql<{ event: string }[]>`select event from notification_subscriptions where user_id = ${id}`;
  const chosen = new Set(rows.map(({ event }) => event));
  return Notifications.parse({
    subscriptions: Object.fromEntries(notificationEvents.map((event) => [event, chosen.has(event)])),
    address: email,
    delivery_configured: await isOn(ctx, 'alerts'),
    // With an account transport there is a way to confirm, so it is asked for (CONTRACT.md, Records that clients read).
    confirmation_required: ctx.settings.accountRelay !== null,
    confirmed,
  });
}

/**
 * Switches events on and off for the caller; the ones that are not named stay as they are.
 * @throws 403 no_account; 403 address_not_here for an address, which is changed under /api/users; 400 without subscriptions
 */
export async function update(ctx: Ctx, edit: NotificationsEdit): Promise<Notifications> {
  if (edit.email !== undefined || edit.address !== undefined)
    throw new Problem(403, 'address_not_here', 'Your mail address is changed by somebody who manages accounts.');
  if (!edit.subscriptions) throw invalid('subscriptions', 'Name the events to switch on or off.');
  const id = ownAccount(ctx);
  const wanted = (on: boolean) => notificationEvents.filter((event) => edit.subscriptions?.[event] === on);
  const added = await subscribe(ctx, id, wanted(true));
  const removed = await unsubscribe(ctx, id, wanted(false));
  if (added.length + removed.length > 0)
    await ctx.audit('user.notifications.update', { id, name: ctx.actor.name }, { added, removed });
  return read(ctx);
}

/** Returns those that were not there yet. */
async function subscribe({ sql }: Ctx, id: string, events: NotificationEvent[]): Promise<string[]> {
  const rows = await sql<{ event: string }[]>`
    insert into notification_subscriptions (user_id, event)
    select ${id}, event from unnest(${events}::text[]) as event on conflict do nothing returning event`;
  return rows.map(({ event }) => event);
}

/** Returns those that were there. */
async function unsubscribe({ sql }: Ctx, id: string, events: NotificationEvent[]): Promise<string[]> {
  const rows = await sql<{ event: string }[]>`
    delete from notification_subscriptions where user_id = ${id} and event = any(${events}::text[]) returning event`;
  return rows.map(({ event }) => event);
}
