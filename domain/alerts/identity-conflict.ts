import type { Ctx } from '../context.ts';
import { observe } from './observe.ts';

/**
 * Raises the alert that two machines seem to use the identity of one device. Nothing tells when that is over: somebody
 * resolves it.
 */
export const observeIdentityConflict = (ctx: Ctx, deviceId: string, hostname: string): Promise<void> =>
  observe(ctx, [
    {
      conditionKey: `identity_conflict:${deviceId}:${deviceId}`,
      kind: 'identity_conflict',
      sourceId: deviceId,
      agentId: deviceId,
      severity: 'error',
      title: 'Identity used twice',
      message: `Two machines seem to share the identity of ${hostname}: its connection is replaced again and again. A cloned disk carries the agent's credential along; enroll the clone anew.`,
      observedValue: null,
      thresholdValue: null,
      key: null,
      at: ctx.now(),
    },
  ]);
