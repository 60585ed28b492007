/** What people do with one alert: the same as with many, but that a refusal is thrown. */
import type { Alert, AlertDecision, AlertEvent, AlertSuppress } from '../../schema/alerts.ts';
import { changed } from '../changed.ts';
import { type Ctx, transaction } from '../context.ts';
import { jobActor } from '../jobs/job-actor.ts';
import type { JsonText } from '../json-text.ts';
import { acknowledge, type Decided, resolve } from './decide.ts';
import type { Asked } from './hold.ts';
import { assertVisible, read, readEvent } from './read.ts';
import { suppress } from './suppress.ts';
import { record } from './timeline.ts';

/** @throws 404, 403 out_of_scope, 409 version_conflict, 409 alert_not_allowed, both with status and version found */
export const acknowledgeOne = (ctx: Ctx, id: string, { note, expected_version }: AlertDecision) =>
  one(ctx, id, expected_version, (inside, asked) => acknowledge(inside, asked, note));

/** @throws as acknowledgeOne */
export const resolveOne = (ctx: Ctx, id: string, { note, expected_version }: AlertDecision) =>
  one(ctx, id, expected_version, (inside, asked) => resolve(inside, asked, note));

/** @throws as acknowledgeOne, and 400 for a time that is past or too far ahead */
export const suppressOne = (ctx: Ctx, id: string, { silence_until, note, expected_version }: AlertSuppress) =>
  one(ctx, id, expected_version, (inside, asked) =>
    suppress(inside, asked, silence_until === null ? null : new Date(silence_until), note),
  );

const one = (
  ctx: Ctx,
  id: string,
  expectedVersion: number | undefined,
  decide: (inside: Ctx, asked: Asked) => Promise<Decided>,
): Promise<JsonText<Alert>> =>
  transaction(ctx, async (inside) => {
    const expectedVersions = new Map(expectedVersion === undefined ? [] : [[id, expectedVersion]]);
    const { refused } = await decide(inside, { ids: [id], expectedVersions });
    const refusal = refused.get(id);
    if (refusal) throw refusal;
    return read(inside, id);
  });

/** Adds a note to the timeline, whatever state the alert is in. @throws 404, 403 out_of_scope */
export const addNote = (ctx: Ctx, id: string, { note }: { note: string }): Promise<JsonText<AlertEvent>> =>
  transaction(ctx, async (inside) => {
    const alert = await assertVisible(inside, id);
    const [event = ''] = await record(inside, [{ alertId: id, kind: 'note', note }], await jobActor(inside));
    await inside.audit('alert.note', { id, name: alert.title }, { device: alert.agent_hostname });
    changed(inside, 'alerts', [id]);
    return readEvent(inside, event);
  });
