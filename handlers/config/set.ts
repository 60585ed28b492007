import { changeConfig } from '../../domain/settings.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ConfigChange, EffectiveConfig } from '../../schema/settings.ts';

export const setConfig = endpoint(
  {
    route: 'PUT /api/config',
    summary: 'Set which AI answers in the chat, and how devices are reached from afar',
    access: unscoped(permission('settings.manage')),
    body: ConfigChange,
    output: EffectiveConfig,
    audits: ['config.ai.update', 'config.remote.update'],
  },
  (ctx, { body }) => changeConfig(ctx, body),
);
