/** Tasks, a script check and a maintenance window: what waits for a human, and what may run without. */
import type { Call } from './api.ts';
import type { Placement } from './organisation.ts';
import type { Made } from './policies.ts';

const ROLE = 'planner';
const timezone = 'Europe/Oslo';

/** On this machine it reads only, and waits for an approval until somebody gives it. */
const largeLogs = `#!/bin/sh
# How many logs are larger than 100 MiB. Reads only.
count=$(find /var/log -xdev -type f -size +100M 2>/dev/null | wc -l)
echo "value=$count"
`;
const printQueue = `# Start the print queue anew before the first lesson
Restart-Service -Name Spooler
Get-Service Spooler
`;

/** @param approver calls as somebody who may approve. */
export async function makeSchedules(
  approver: Call,
  asToken: (token: string) => Call,
  { policies }: Made,
): Promise<void> {
  const policy = (name: string) => policies.find((one) => one.name === name)?.id;
  const { scripts } = await approver('GET /api/scripts', { query: { q: 'Pending updates', limit: '20' } });
  const pending = scripts.find(({ shell, systems }) => shell === 'sh' && systems.includes('linux'));
  await approver('POST /api/tasks', {
    body: {
      ...{ name: 'Look for updates', description: 'Says which packages have one; installs nothing' },
      ...(pending ? { script_id: pending.id } : { shell: 'sh', script: 'apt list --upgradable' }),
      ...{ schedule_kind: 'daily', run_at_minute: 150, timezone, policy_id: policy('Servers') },
    },
  });
  await withoutApproval(approver, asToken, async (planner) => {
    await planner('POST /api/tasks', {
      body: {
        ...{
          name: 'Restart print queues',
          description: 'Before the first lesson',
          shell: 'powershell',
          script: printQueue,
        },
        ...{ schedule_kind: 'weekly', days_of_week: [1, 2, 3, 4, 5], run_at_minutes: [420], timezone },
        policy_id: policy('Workstations'),
      },
    });
  });
}

/** The one device that is real: checks of its own that really read it, and a script check that nobody has approved yet. */
export async function watchThisMachine(
  approver: Call,
  asToken: (token: string) => Call,
  agent_id: string,
): Promise<void> {
  const own = { agent_id, failure_count: 3 };
  await approver('POST /api/checks', {
    body: { ...own, type: 'diskspace', name: 'Disk space', warn_threshold: 90, err_threshold: 97 },
  });
  await approver('POST /api/checks', { body: { ...own, type: 'memory', name: 'Memory', warn_threshold: 92 } });
  await withoutApproval(approver, asToken, async (planner) => {
    await planner('POST /api/checks', {
      body: {
        ...{ agent_id, type: 'script', name: 'Large logs', warn_threshold: 1, interval_sec: 300 },
        config: { shell: 'sh', script: largeLogs },
      },
    });
  });
}

/** Works with a token that may plan and not approve; the token is gone afterwards, its role stays to be looked at. */
async function withoutApproval(call: Call, asToken: (token: string) => Call, work: (planner: Call) => Promise<void>) {
  const { roles } = await call('GET /api/roles');
  if (!roles.some(({ key }) => key === ROLE))
    await call('POST /api/roles', {
      body: {
        ...{ key: ROLE, name: 'Planner', description: 'Plans checks and tasks; somebody else approves what they run' },
        permissions: [
          'devices.view',
          'clients.view',
          'scripts.view',
          'policies.view',
          'checks.view',
          'checks.manage',
        ].concat(['tasks.view', 'tasks.manage', 'jobs.view', 'jobs.create']),
      },
    });
  const { id, token } = await call('POST /api/api-tokens', {
    body: { name: 'Planning tool', role: ROLE, expires_in_days: 1 },
  });
  await work(asToken(token));
  await call('DELETE /api/api-tokens/:id', { params: { id } });
}

/** Every week, when the school is empty. */
export async function makeWindow(call: Call, placements: Placement[]): Promise<void> {
  const now = Date.now();
  await call('POST /api/alert-suppressions', {
    body: {
      ...{ kind: 'maintenance', scope_type: 'site' },
      scope_id: placements.find(({ site }) => site === 'Hillcrest')?.site_id,
      ends_at: new Date(now + 365 * 86_400_000).toISOString(),
      recurrence: { days_of_week: [6], start_minute: 22 * 60, duration_min: 180, timezone },
      reason: 'Saturday nights: updates and restarts',
    },
  });
}
