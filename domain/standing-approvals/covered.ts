import type { JobActor } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { accountReaches, approverHolds, approvingAccount } from './approver-holds.ts';
import type { SubjectKind } from './form.ts';

/** One thing that is about to run on one device. */
export interface CoverRequest {
  kind: SubjectKind;
  /** The task, or the check. */
  id: string;
  deviceId: string;
  /** formSha256 of exactly what is about to run: another form than the approved one is not covered, whatever the row says. */
  formSha256: string;
}

export interface Cover {
  approvalId: string;
  approver: JobActor;
}

export const coverKey = ({ kind, id, deviceId }: Pick<CoverRequest, 'kind' | 'id' | 'deviceId'>): string =>
  `${kind} ${id} ${deviceId}`;

/**
 * Which of these may run now without a wait, by coverKey: the approval is in force for exactly this form, whoever gave it
 * may give it at this moment and reaches the device where it is now, and the device did not come under it by somebody who
 * may not approve. Whatever is not in the answer is proposed, or not run. One statement for any number.
 */
export async function coveredNow(ctx: Ctx, requests: readonly CoverRequest[]): Promise<Map<string, Cover>> {
  if (requests.length === 0) return new Map();
  const { sql } = ctx;
  const rows = await sql<
    (Pick<CoverRequest, 'kind' | 'id'> & { device_id: string; approval_id: string; approver: JobActor })[]
  >`
    with asked as materialized (
      select * from unnest(${requests.map(({ kind }) => kind)}::text[], ${requests.map(({ id }) => id)}::uuid[],
        ${requests.map(({ deviceId }) => deviceId)}::uuid[], ${requests.map((one) => one.formSha256)}::text[])
        as a (kind, id, device_id, form_sha256)
    ), given as materialized (
      select s.id as approval_id, s.subject_kind, s.subject_id, s.form_sha256, s.approver, ${approvingAccount(ctx)} as account
      from standing_approvals s
      where s.state = 'approved' and (s.subject_kind, s.subject_id) in (select distinct a.kind, a.id from asked a)
        and ${approverHolds(ctx)}
    )
    select a.kind, a.id, a.device_id, g.approval_id, g.approver
    from asked a
    join given g on g.subject_kind = a.kind and g.subject_id = a.id and g.form_sha256 = a.form_sha256
    join devices d on d.id = a.device_id
    where ${accountReaches(ctx, sql`g.account`)}
      and not exists (
        select from standing_approval_exceptions e where e.approval_id = g.approval_id and e.device_id = a.device_id)`;
  return new Map(
    rows.map(({ kind, id, device_id, approval_id, approver }) => [
      coverKey({ kind, id, deviceId: device_id }),
      { approvalId: approval_id, approver },
    ]),
  );
}
