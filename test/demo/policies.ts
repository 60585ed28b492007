import type { Call } from './api.ts';
import type { Placement } from './organisation.ts';

/** Checks of both policies. Names under .example lead nowhere (RFC 2606): only simulated machines answer for them. */
const servers = [
  { type: 'diskspace', name: 'Disk space', warn_threshold: 80, err_threshold: 90 },
  { type: 'cpuload', name: 'Processor', warn_threshold: 85, err_threshold: 97, failure_count: 5 },
  { type: 'memory', name: 'Memory', warn_threshold: 88, err_threshold: 96, failure_count: 3 },
  { type: 'service', name: 'Web server', config: { name: 'nginx' } },
  {
    ...{ type: 'certificate', name: 'Certificate of the intranet', warn_threshold: 14, err_threshold: 3 },
    ...{ config: { host: 'intranet.halvorsen.example' }, interval_sec: 300 },
  },
  { type: 'offline', name: 'Server is away', warn_threshold: 120, err_threshold: 600 },
];
const workstations = [
  { type: 'diskspace', name: 'Disk space', warn_threshold: 85, err_threshold: 95 },
  { type: 'cpuload', name: 'Processor', warn_threshold: 95, failure_count: 10 },
  { type: 'memory', name: 'Memory', warn_threshold: 90, err_threshold: 97 },
  { type: 'reboot', name: 'Restart pending', interval_sec: 300 },
  {
    ...{ type: 'http', name: 'Portal can be reached', warn_threshold: 2000, err_threshold: 5000, failure_count: 3 },
    ...{ config: { url: 'https://portal.halvorsen.example/' } },
  },
  { type: 'offline', name: 'Not seen for a week', warn_threshold: 604_800, interval_sec: 3600 },
];
const policies = [
  {
    name: 'Servers',
    description: 'What every server has to keep up',
    checks: servers,
    places: ['Infrastructure', 'Administration'],
    sites: [],
  },
  {
    name: 'Workstations',
    description: 'Desks, labs and what is carried around',
    checks: workstations,
    places: ['Office', 'Lab A', 'Lab B'],
    sites: ['Vessels', 'Riverside'],
  },
];

export interface MadeCheck {
  id: string;
  policy: string;
  type: string;
  config: Record<string, unknown>;
  warn: number | null;
  err: number | null;
}
export interface Made {
  policies: { id: string; name: string }[];
  checks: MadeCheck[];
}

/** Makes the two policies of the demo, with their checks, and assigns them to departments and sites. */
export async function makePolicies(call: Call, placements: Placement[]): Promise<Made> {
  const made: Made = { policies: [], checks: [] };
  for (const { name, description, checks, places, sites } of policies) {
    const { id } = await call('POST /api/policies', { body: { name, description } });
    made.policies.push({ id, name });
    for (const check of checks) {
      // What fails in the demo says so at its first reading, so that a first visit has alerts to look at.
      const body = { failure_count: 1, recovery_count: 1, ...check, policy_id: id };
      const {
        id: checkId,
        config,
        warn_threshold: warn,
        err_threshold: err,
      } = await call('POST /api/checks', { body });
      made.checks.push({ id: checkId, policy: name, type: check.type, config, warn, err });
    }
    const assign = (scope_type: string, scope_id: string | undefined) =>
      call('POST /api/policies/:id/assignments', { params: { id }, body: { scope_type, scope_id } });
    for (const place of places)
      await assign('group', placements.find(({ department }) => department === place)?.group_id);
    for (const place of sites) await assign('site', placements.find(({ site }) => site === place)?.site_id);
  }
  return made;
}
