import { createWebhook } from './create.ts';
import { deleteWebhook } from './delete.ts';
import { editWebhook } from './edit.ts';
import { listWebhooks } from './list.ts';
import { listWebhookDeliveries } from './list-deliveries.ts';
import { testWebhook } from './test.ts';

export const webhooks = [
  listWebhooks,
  createWebhook,
  editWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
] as const;
