/** The table, and every state under every trigger through what really pulls it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearConditions } from '../../../domain/alerts/clear.ts';
import { acknowledge, type Decided, resolve } from '../../../domain/alerts/decide.ts';
import { observe } from '../../../domain/alerts/observe.ts';
import {
  type AlertTrigger,
  alertTransitions,
  alertTriggers,
  fromStates,
  nextStatus,
} from '../../../domain/alerts/transitions.ts';
import { alertStatuses } from '../../../schema/alerts.ts';
import { createAlert, createDevice, type MadeDevice } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let device: MadeDevice;
beforeAll(async () => {
  server = await startServer();
  device = await createDevice(server.db);
});
afterAll(() => server.stop());

describe('the table', () => {
  test('says of each pair of state and trigger once what follows, and leaves no state without a way in', () => {
    const pairs = alertTransitions.map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(new Set(alertTransitions.map(({ to }) => to))).toEqual(new Set(alertStatuses));
    expect(new Set(alertTransitions.map(({ trigger }) => trigger))).toEqual(new Set(alertTriggers));
  });

  test('leaves nothing open for good: every state but resolved can be resolved, and that reopens', () => {
    expect(fromStates('resolve')).toEqual(['open', 'acknowledged']);
    expect(fromStates('clear')).toEqual(['open', 'acknowledged']);
    expect(nextStatus('resolved', 'reopen')).toBe('open');
  });
});

describe('every state', () => {
  const seen = (severity: 'warning' | 'error') => (id: string, key: string) =>
    observe(server.ctx, [
      {
        conditionKey: key,
        kind: 'check',
        sourceId: key.split(':')[1] ?? '',
        agentId: device.id,
        severity,
        title: 'x',
        message: id,
        observedValue: null,
        thresholdValue: null,
        key: null,
        at: server.ctx.now(),
      },
    ]);
  const asked = (decide: typeof acknowledge) => async (id: string) => {
    const { refused }: Decided = await decide(server.ctx, { ids: [id], expectedVersions: new Map() });
    return refused.get(id)?.code;
  };
  const pulls: Partial<Record<AlertTrigger, (id: string, key: string) => Promise<unknown>>> = {
    repeat: seen('warning'),
    worsen: seen('error'),
    reopen: seen('warning'),
    clear: (_id, conditionKey) =>
      clearConditions(server.ctx, [{ conditionKey, resolution: 'cleared', observedValue: null, at: server.ctx.now() }]),
    acknowledge: asked(acknowledge),
    resolve: asked(resolve),
  };
  const cases = alertStatuses.flatMap((from) =>
    (Object.keys(pulls) as AlertTrigger[]).map((trigger) => ({ from, trigger, to: nextStatus(from, trigger) })),
  );

  test.each(cases)('$from under $trigger is $to', async ({ from, trigger, to }) => {
    const id = await createAlert(server.db, device, { status: from });
    const [before] = await server.db.sql`select condition_key from alerts where id = ${id}`;
    const refused = await pulls[trigger]?.(id, before?.condition_key);
    const [after] = await server.db.sql`select status, version from alerts where id = ${id}`;
    // What is seen again is one thing, whatever the table calls it: of a resolved alert it is its return.
    const follows = to ?? (from === 'resolved' && trigger !== 'clear' && !refused ? 'open' : from);
    expect(after?.status).toBe(follows);
    if (trigger === 'acknowledge' || trigger === 'resolve')
      expect(refused).toBe(to === undefined ? 'alert_not_allowed' : undefined);
    if (follows !== from) expect(after?.version).toBe(2);
  });
});
