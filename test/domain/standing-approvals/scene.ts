/** A task, a script check and a remediation of one library script on a policy, all approved; and ways to see what would run. */

import { coveredScripts } from '../../../domain/check-runs/scripts.ts';
import { transaction } from '../../../domain/context.ts';
import { propose } from '../../../domain/remediation/propose.ts';
import { runScheduled } from '../../../domain/tasks/run.ts';
import { permissionKeys } from '../../../schema/permissions.ts';
import {
  createAlert,
  createDevice,
  createPerson,
  createPlace,
  createSite,
  type MadeDevice,
  type Person,
  type Place,
} from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

export const kinds = ['task', 'check', 'remediation'] as const;
export type Kind = (typeof kinds)[number];
/** `nothing`: a script check does not run, and waits in Approvals. */
export type Outcome = 'dispatched' | 'proposed' | 'nothing';

export interface Scene {
  server: TestServer;
  place: Place;
  device: MadeDevice;
  /** Out of the policy's reach, in another site of the same company. */
  outside: MadeDevice;
  otherSite: { site_id: string; group_id: string };
  policy: string;
  script: string;
  task: string;
  check: string;
  /** With jobs.manage, who made all of it. */
  approver: Person;
  /** Every permission but jobs.manage. */
  editor: Person;
  /** What would run of each kind, on this device or another. */
  run: (kind: Kind, on?: MadeDevice) => Promise<Outcome>;
  state: (kind: Kind) => Promise<string | undefined>;
  approve: (kind: Kind, token?: string) => Promise<number>;
  stop: () => Promise<void>;
}

export const withoutJobsManage = permissionKeys.filter((key) => key !== 'jobs.manage');

export interface Options {
  server?: TestServer;
  approver?: Person;
  /** Makes the three; the approver's session unless given. */
  token?: string;
}

export async function createScene({ server: given, approver: by, token: made }: Options = {}): Promise<Scene> {
  const server = given ?? (await startServer());
  const { db } = server;
  const place = await createPlace(db);
  const otherSite = await createSite(db, place.client_id);
  const device = await createDevice(db, place);
  const outside = await createDevice(db, { client_id: place.client_id, ...otherSite });
  const approver = by ?? (await createPerson(db));
  const editor = await createPerson(db, { permissions: withoutJobsManage });
  const token = made ?? approver.token;
  const { id: script } = await server.ok('POST /api/scripts', {
    body: {
      name: 'Mend',
      shell: 'bash',
      body: 'echo $DEPTH',
      parameters: [{ name: 'DEPTH', type: 'text', default: '1' }],
    },
  });
  const { id: policy } = await server.ok('POST /api/policies', { body: { name: 'Everywhere' } });
  await server.ok('POST /api/policies/:id/assignments', {
    params: { id: policy },
    body: { scope_type: 'site', scope_id: place.site_id },
  });
  const program = { script_id: script, args: ['-a'], env: { LEVEL: '2' } };
  const { id: task } = await server.ok('POST /api/tasks', {
    token,
    body: { name: 'Mend nightly', ...program, schedule_kind: 'daily', run_at_minute: 60, policy_id: policy },
  });
  const { id: check } = await server.ok('POST /api/checks', {
    token,
    body: { type: 'script', name: 'Look', config: program, remediation: program, policy_id: policy },
  });
  const scene = { server, place, device, outside, otherSite, policy, script, task, check, approver, editor };
  return {
    ...scene,
    run: (kind, on = device) => runners[kind](scene, on),
    state: async (kind) => (await approvalOf(scene, kind))?.state,
    approve: async (kind, as) => {
      const approval = await approvalOf(scene, kind);
      const decided = await server.call('POST /api/standing-approvals/:id/approve', {
        ...{ params: { id: approval?.id ?? '' }, body: { form_sha256: approval?.form_sha256 } },
        ...(as && { token: as }),
      });
      return decided.status;
    },
    stop: () => (given ? Promise.resolve() : server.stop()),
  };
}

type Bare = Omit<Scene, 'run' | 'state' | 'approve' | 'stop'>;

export async function approvalOf({ server, task, check }: Bare, kind: Kind) {
  const [row] = await server.db.sql<{ id: string; state: string; form_sha256: string }[]>`
    select id, state, form_sha256 from standing_approvals where subject_kind = ${kind} and subject_id = ${kind === 'task' ? task : check}`;
  return row;
}

const runners: Record<Kind, (scene: Bare, on: MadeDevice) => Promise<Outcome>> = {
  task: async ({ server, task }, on) => {
    const moment = { scheduledAt: new Date(Date.now() - Math.random() * 1e12), cause: 'schedule' } as const;
    await transaction(server.ctx, (ctx) => runScheduled(ctx, task, moment));
    return outcome(server, on);
  },
  check: async ({ server, check }, on) => {
    const frames = await coveredScripts(server.ctx, [{ deviceId: on.id, checkId: check }]);
    return frames.size > 0 ? 'dispatched' : 'nothing';
  },
  remediation: async ({ server, check }, on) => {
    await server.db.sql`delete from alerts where agent_id = ${on.id}`;
    const alertId = await createAlert(server.db, on, { checkId: check });
    await transaction(server.ctx, (ctx) => propose(ctx, [{ alertId, checkId: check, agentId: on.id }]));
    return outcome(server, on);
  },
};

/** Of the one job that the run made on this device. Its traces are wiped, so that the next run finds none open. */
async function outcome({ db }: TestServer, on: MadeDevice): Promise<Outcome> {
  const jobs = await db.sql<{ agent_id: string; status: string; standing: boolean }[]>`
    select agent_id, status, standing_approval_id is not null as standing from jobs`;
  await db.sql`delete from jobs`;
  const [job, ...more] = jobs.filter(({ agent_id }) => agent_id === on.id);
  if (more.length > 0) throw new Error('a run made two jobs for one device');
  if (!job) return 'nothing';
  if (job.status === 'awaiting_approval' && !job.standing) return 'proposed';
  if (job.status === 'dispatched' && job.standing) return 'dispatched';
  throw new Error(`a job is ${job.status}, ${job.standing ? 'with' : 'without'} an approval`);
}

/** What a run comes to without approval. */
export const withheld = (kind: Kind): Outcome => (kind === 'check' ? 'nothing' : 'proposed');
