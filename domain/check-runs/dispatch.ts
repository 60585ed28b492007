import type { Ctx } from '../context.ts';
import { plainArray } from './arrays.ts';
import { type Definition, type Definitions, renderRun } from './definitions.ts';
import { newExecutionIds } from './execution-ids.ts';
import { coveredScripts, scriptKey } from './scripts.ts';

/** A check on a device whose time has come. */
export interface Due {
  deviceId: string;
  checkId: string;
}

/** An execution that is pending now. */
export interface Dispatched extends Due {
  executionId: string;
  timeoutSec: number;
  /** As it was written, in ms since 1970. */
  deadlineAt: number;
  /** The check.run for the device. */
  frame: string;
}

/**
 * Makes the executions that are due: one statement decides which may be, whatever a schedule in memory believes: the check
 * runs on the device, is enabled, and nothing of it is pending there. Script checks are asked for only while they are
 * approved. Each device and check at most once in a call.
 */
export async function dispatch(ctx: Ctx, definitions: Definitions, due: readonly Due[]): Promise<Dispatched[]> {
  const before = await definitions.get(
    ctx,
    due.map(({ checkId }) => ({ id: checkId })),
  );
  const isScript = ({ checkId }: Due) => before.get(checkId)?.type === 'script';
  const scripts = due.some(isScript) ? await coveredScripts(ctx, due.filter(isScript)) : new Map<string, string>();
  const asked = due.filter((one) => (isScript(one) ? scripts.has(scriptKey(one)) : isAsked(before.get(one.checkId))));
  if (asked.length === 0) return [];
  const now = ctx.now();
  const executionIds = newExecutionIds(ctx, asked.length);
  const rows = await markSent(ctx, asked, executionIds, now);
  const current = await definitions.get(
    ctx,
    rows.map(({ n, revision }) => ({ id: asked[n]?.checkId ?? '', revision })),
  );
  return rows.flatMap(({ n, timeout_sec }) => {
    const one = asked[n];
    const executionId = executionIds[n];
    const tail = one && (scripts.get(scriptKey(one)) ?? current.get(one.checkId)?.frameTail);
    if (!one || executionId === undefined || !tail) return [];
    const deadlineAt = now.getTime() + timeout_sec * 1000;
    const frame = renderRun(executionId, tail);
    return [{ deviceId: one.deviceId, checkId: one.checkId, executionId, timeoutSec: timeout_sec, deadlineAt, frame }];
  });
}

const isAsked = (definition: Definition | undefined): boolean =>
  definition !== undefined && definition.type !== 'offline';

function markSent({ sql }: Ctx, due: readonly Due[], executionIds: string[], now: Date) {
  return sql<{ n: number; revision: number; timeout_sec: number }[]>`
    update check_instances i set
      execution_id = r.execution_id, sent_at = ${now}, deadline_at = ${now}::timestamptz + c.timeout_sec * interval '1 second'
    from unnest(${plainArray(due.map(({ deviceId }) => deviceId))}::uuid[], ${plainArray(due.map(({ checkId }) => checkId))}::uuid[],
        ${plainArray(executionIds)}::uuid[]) with ordinality r (device_id, check_id, execution_id, n)
      join checks c on c.id = r.check_id and c.enabled
    where i.device_id = r.device_id and i.check_id = r.check_id and i.execution_id is null
    returning (r.n - 1)::int as n, c.revision, c.timeout_sec`;
}

interface Pending extends Due {
  execution_id: string;
  revision: number;
  remaining_ms: number;
  timeout_sec: number;
}

/**
 * What is pending on these devices and may still be answered, to be sent again after a reconnect: with the execution that it
 * has, so that an agent which has run it answers with the result that it kept.
 */
export async function pendingOn(ctx: Ctx, definitions: Definitions, deviceIds: string[]): Promise<Dispatched[]> {
  const now = ctx.now();
  const rows = await ctx.sql<Pending[]>`
    select i.device_id as "deviceId", i.check_id as "checkId", i.execution_id, c.revision, c.timeout_sec,
      (extract(epoch from i.deadline_at - ${now}::timestamptz) * 1000)::float8 as remaining_ms
    from check_instances i join checks c on c.id = i.check_id and c.enabled
    where i.device_id = any(${deviceIds}::uuid[]) and i.execution_id is not null and i.deadline_at > ${now}`;
  if (rows.length === 0) return [];
  const known = await definitions.get(
    ctx,
    rows.map(({ checkId, revision }) => ({ id: checkId, revision })),
  );
  const scripts = await coveredScripts(
    ctx,
    rows.filter(({ checkId }) => known.get(checkId)?.type === 'script'),
  );
  return rows.flatMap((row) => {
    const { deviceId, checkId, execution_id: executionId, timeout_sec: timeoutSec, remaining_ms } = row;
    const tail = scripts.get(scriptKey(row)) ?? known.get(checkId)?.frameTail;
    if (!tail) return [];
    const deadlineAt = now.getTime() + remaining_ms;
    return [{ deviceId, checkId, executionId, timeoutSec, deadlineAt, frame: renderRun(executionId, tail) }];
  });
}
