import { systemActor } from '../../../domain/actor.ts';
import { actingAs, transaction } from '../../../domain/context.ts';
import { keepStanding } from '../../../domain/standing-approvals/keep.ts';
import { createDevice } from '../../factories.ts';
import type { TestServer } from '../../harness.ts';

/** A task that runs a script of the library every day and holds a standing approval. */
export async function createApprovedTask({ db, ctx }: TestServer, scriptId: string) {
  const device = await createDevice(db);
  const [task] = await db.sql<{ id: string }[]>`
    insert into tasks (name, script_id, schedule_kind, run_at_minute, agent_id)
    values ('Nightly', ${scriptId}, 'daily', 0, ${device.id}) returning id`;
  const id = task?.id ?? '';
  const manager = {
    ...systemActor('manager'),
    kind: 'bootstrap' as const,
    permissions: new Set(['jobs.manage'] as const),
  };
  await transaction(actingAs(ctx, manager), (inside) => keepStanding(inside, 'task', id));
  const state = async () => {
    const [row] = await db.sql<{ state: string }[]>`select state from standing_approvals where subject_id = ${id}`;
    return row?.state;
  };
  return { id, state };
}
