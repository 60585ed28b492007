/**
 * For every endpoint that takes an id: calls with ids of another company. A new endpoint needs an entry here, which
 * foreign.test.ts asks for by name.
 */
import type { Sent } from '../harness.ts';
import type { World } from './world.ts';

export interface ForeignCall extends Pick<Sent, 'params' | 'query' | 'body'> {
  /**
   * What a scoped caller with every permission gets: 403 with this code, `out_of_scope` unless stated; `nothing` is a list
   * without it; `unknown` is 404, because what belongs to one person does not exist for another.
   */
  answer?: 'nothing' | 'unknown' | 'own_tokens_only';
}

type Fixture = (world: World) => ForeignCall[];

const job = { shell: 'bash', script: 'true', description: '' };
const name = { name: 'Taken over' };
const grant = (scope_type: string, scope_id: string) => ({ scope_type, scope_id });

const client: Fixture = ({ foreign }) => [{ params: { id: foreign.client } }];
const site: Fixture = ({ foreign }) => [{ params: { id: foreign.site } }];
const group: Fixture = ({ foreign }) => [{ params: { id: foreign.group } }];
const device: Fixture = ({ foreign }) => [{ params: { id: foreign.device } }];
const oneJob: Fixture = ({ foreign }) => [{ params: { id: foreign.job } }];
const batch: Fixture = ({ foreign }) => [{ params: { batch_id: foreign.batch } }];
const operation: Fixture = ({ foreign }) => [
  { params: { id: foreign.deviceOperation } },
  { params: { id: foreign.moveOperation } },
];
const check: Fixture = ({ foreign }) => [{ params: { id: foreign.check } }, { params: { id: foreign.policyCheck } }];
const task: Fixture = ({ foreign }) => [{ params: { id: foreign.task } }, { params: { id: foreign.policyTask } }];
const standing: Fixture = ({ foreign }) => [
  { params: { id: foreign.standing } },
  { params: { id: foreign.policyStanding } },
];
const decision = { form_sha256: '0'.repeat(64) };
const schedule = { schedule_kind: 'interval', interval_sec: 3600 };
const policy: Fixture = ({ foreign }) => [{ params: { id: foreign.policy } }];
const alert: Fixture = ({ foreign }) => [{ params: { id: foreign.alert } }];
const user: Fixture = ({ foreign }) => [{ params: { id: foreign.user } }];
const ownSession: Fixture = ({ foreign }) => [{ params: { id: foreign.session }, answer: 'unknown' }];
const ownChat: Fixture = ({ foreign }) => [{ params: { id: foreign.chatSession }, answer: 'unknown' }];

const ownPasskey: Fixture = ({ foreign }) => [{ params: { id: foreign.passkey }, answer: 'unknown' }];
const bytes = 'AAAA';
const madePasskey = {
  ...{ id: bytes, rawId: bytes, type: 'public-key', clientExtensionResults: {} },
  response: { attestationObject: bytes, clientDataJSON: bytes },
};

const report: Fixture = ({ foreign }): ForeignCall[] => [
  { query: { scope: 'client', id: foreign.client, format: 'json' } },
  { query: { scope: 'site', id: foreign.site, format: 'csv' } },
  { query: { scope: 'group', id: foreign.group, format: 'json' } },
];

const filter = (query: Record<string, string>): ForeignCall => ({ query, answer: 'nothing' });

const withBody =
  (fixture: Fixture, body: unknown): Fixture =>
  (world) =>
    fixture(world).map((call) => ({ ...call, body }));

export const foreignCalls: Record<string, Fixture> = {
  'PATCH /api/clients/:id': withBody(client, name),
  'DELETE /api/clients/:id': client,
  'GET /api/sites': ({ foreign }) => [filter({ client_id: foreign.client })],
  'POST /api/sites': ({ foreign }) => [{ body: { client_id: foreign.client, ...name } }],
  'PATCH /api/sites/:id': withBody(site, name),
  'DELETE /api/sites/:id': site,
  'GET /api/groups': ({ foreign }) => [filter({ site_id: foreign.site })],
  'POST /api/groups': ({ foreign }) => [{ body: { site_id: foreign.site, ...name } }],
  'PATCH /api/groups/:id': withBody(group, name),
  'DELETE /api/groups/:id': group,

  'GET /api/devices': ({ foreign }) => [
    filter({ client_id: foreign.client }),
    filter({ site_id: foreign.site }),
    filter({ group_id: foreign.group }),
  ],
  'GET /api/devices/:id': device,
  'GET /api/devices/:id/inventory': device,
  'PATCH /api/devices/:id': withBody(device, { note: 'x' }),
  'PATCH /api/devices/:id/remote-ids': withBody(device, { extprov_a_id: 'x' }),
  'PATCH /api/devices/:id/site': ({ mine, foreign }) => [
    { params: { id: foreign.device }, body: { site_id: mine.site } },
    { params: { id: mine.device }, body: { site_id: foreign.site } },
  ],
  'PATCH /api/devices/:id/group': ({ foreign }) => [
    { params: { id: foreign.device }, body: { group_id: foreign.group } },
    { params: { id: foreign.device }, body: { group_id: null } },
  ],
  'POST /api/devices/bulk/move': ({ mine, foreign }) => [
    { body: { agent_ids: [foreign.device], site_id: mine.site } },
    { body: { agent_ids: [mine.device, foreign.device], site_id: mine.site, group_id: mine.group } },
    { body: { agent_ids: [mine.device], site_id: foreign.site, group_id: foreign.group } },
  ],
  'DELETE /api/devices/:id': device,
  'POST /api/devices/:id/run-script': (world) => withBody(device, { script_id: world.script })(world),
  'POST /api/devices/bulk/delete': ({ foreign }) => [{ body: { agent_ids: [foreign.device], confirm_count: 1 } }],
  'POST /api/devices/:id/revoke': device,

  'POST /api/enroll-tokens': ({ foreign }) => [
    { body: { site_id: foreign.site } },
    { body: { site_id: foreign.site, group_id: foreign.group } },
  ],
  'DELETE /api/enroll-tokens/:id': ({ foreign }) => [{ params: { id: foreign.enrollToken } }],

  'GET /api/jobs': ({ foreign }) => [
    filter({ agent_id: foreign.device }),
    filter({ batch_id: foreign.batch }),
    filter({ alert_id: foreign.alert }),
    filter({ client_id: foreign.client }),
  ],
  'POST /api/jobs': ({ foreign }) => [{ body: { agent_id: foreign.device, ...job } }],
  'POST /api/jobs/bulk': ({ foreign }) => [
    { body: { agent_ids: [foreign.device], ...job } },
    { body: { site_id: foreign.site, ...job } },
    { body: { group_id: foreign.group, ...job } },
  ],
  'GET /api/jobs/:id': oneJob,
  'GET /api/jobs/:id/output': oneJob,
  'POST /api/jobs/:id/approve': oneJob,
  'POST /api/jobs/:id/reject': oneJob,
  'POST /api/jobs/:id/cancel': oneJob,
  'POST /api/jobs/:id/complete': oneJob,
  'GET /api/jobs/batch/:batch_id': batch,
  'POST /api/jobs/batch/:batch_id/approve': batch,
  'POST /api/jobs/batch/:batch_id/reject': batch,

  'GET /api/device-operations': ({ foreign }) => [filter({ agent_id: foreign.device })],
  'GET /api/device-operations/:id': operation,
  'POST /api/device-operations/move': ({ mine, foreign }) => [
    { body: { agent_ids: [foreign.device], site_id: mine.site } },
    { body: { agent_ids: [mine.device, foreign.device], site_id: mine.site, group_id: mine.group } },
    { body: { agent_ids: [mine.device], site_id: foreign.site, group_id: foreign.group } },
  ],
  'POST /api/device-operations/delete': ({ mine, foreign }) => [
    { body: { agent_ids: [foreign.device] } },
    { body: { agent_ids: [mine.device, foreign.device] } },
  ],
  'POST /api/device-operations/:id/approve': withBody(operation, { confirm_count: 1 }),
  'POST /api/device-operations/:id/reject': operation,

  'GET /api/alerts': ({ foreign }) => [
    filter({ agent_id: foreign.device }),
    filter({ client_id: foreign.client }),
    filter({ site_id: foreign.site }),
    filter({ group_id: foreign.group }),
    filter({ check_id: foreign.check }),
  ],
  'POST /api/alerts/bulk': ({ foreign }) => [
    { body: { ids: [foreign.alert], action: 'ack', expected_versions: { [foreign.alert]: 1 } } },
    { body: { ids: [foreign.alert], action: 'resolve' } },
    { body: { ids: [foreign.alert], action: 'suppress', silence_until: new Date(Date.now() + 60_000).toISOString() } },
  ],
  'GET /api/alerts/:id': alert,
  'GET /api/alerts/:id/events': alert,
  'POST /api/alerts/:id/ack': alert,
  'POST /api/alerts/:id/resolve': alert,
  'POST /api/alerts/:id/suppress': withBody(alert, { silence_until: null }),
  'POST /api/alerts/:id/notes': withBody(alert, { note: 'x' }),
  'POST /api/alert-suppressions': ({ foreign }) =>
    [
      grant('client', foreign.client),
      grant('site', foreign.site),
      grant('group', foreign.group),
      grant('agent', foreign.device),
    ].map((target) => ({
      body: { kind: 'silence', ends_at: new Date(Date.now() + 3_600_000).toISOString(), ...target },
    })),
  'DELETE /api/alert-suppressions/:id': ({ foreign }) => [{ params: { id: foreign.alertSuppression } }],

  'GET /api/checks': ({ foreign }) => [
    filter({ agent_id: foreign.device }),
    filter({ policy_id: foreign.policy }),
    filter({ client_id: foreign.client }),
  ],
  'POST /api/checks': ({ foreign }) => [
    { body: { type: 'memory', ...name, agent_id: foreign.device } },
    { body: { type: 'memory', ...name, policy_id: foreign.policy } },
  ],
  'GET /api/checks/:id': check,
  // Naming an owner is no way to a check of somebody else.
  'PUT /api/checks/:id': ({ mine, foreign }) => [
    { params: { id: foreign.check }, body: { ...name, agent_id: foreign.device } },
    { params: { id: foreign.policyCheck }, body: { policy_id: foreign.policy } },
    { params: { id: foreign.check }, body: { agent_id: mine.device } },
  ],
  'DELETE /api/checks/:id': check,
  'GET /api/checks/:id/instances': ({ mine, foreign }) => [
    { params: { id: foreign.check } },
    { params: { id: foreign.policyCheck } },
    { params: { id: mine.check }, ...filter({ client_id: foreign.client }) },
    { params: { id: mine.check }, ...filter({ agent_id: foreign.device }) },
  ],
  'GET /api/checks/:id/results': ({ mine, foreign }) => [
    { params: { id: foreign.check } },
    { params: { id: foreign.policyCheck } },
    { params: { id: mine.check }, ...filter({ agent_id: foreign.device }) },
  ],
  'GET /api/devices/:id/metrics': device,
  'GET /api/devices/:id/checks': device,

  'GET /api/tasks': ({ foreign }) => [filter({ agent_id: foreign.device }), filter({ policy_id: foreign.policy })],
  'POST /api/tasks': ({ foreign }) => [
    { body: { ...name, shell: 'sh', script: 'true', ...schedule, agent_id: foreign.device } },
    { body: { ...name, shell: 'sh', script: 'true', ...schedule, policy_id: foreign.policy } },
  ],
  'GET /api/tasks/:id': task,
  'PUT /api/tasks/:id': ({ mine, foreign }) => [
    { params: { id: foreign.task }, body: { ...name, agent_id: foreign.device } },
    { params: { id: foreign.policyTask }, body: { policy_id: foreign.policy } },
    { params: { id: foreign.task }, body: { agent_id: mine.device } },
  ],
  'DELETE /api/tasks/:id': task,
  'POST /api/tasks/:id/run': task,
  'GET /api/tasks/:id/targets': task,
  'GET /api/tasks/:id/runs': task,
  'GET /api/devices/:id/tasks': device,

  'GET /api/standing-approvals/:id': standing,
  'POST /api/standing-approvals/:id/approve': withBody(standing, decision),
  'POST /api/standing-approvals/:id/reject': withBody(standing, decision),

  'GET /api/policies': ({ foreign }) => [filter({ client_id: foreign.client })],
  'GET /api/policies/:id': policy,
  'PUT /api/policies/:id': withBody(policy, name),
  'DELETE /api/policies/:id': policy,
  'GET /api/policies/:id/assignments': policy,
  'POST /api/policies/:id/assignments': ({ mine, foreign }) => [
    { params: { id: foreign.policy }, body: grant('agent', mine.device) },
    { params: { id: mine.policy }, body: grant('client', foreign.client) },
    { params: { id: mine.policy }, body: grant('site', foreign.site) },
    { params: { id: mine.policy }, body: grant('group', foreign.group) },
    { params: { id: mine.policy }, body: grant('agent', foreign.device) },
  ],
  'DELETE /api/policies/assignments/:aid': ({ foreign }) => [{ params: { aid: foreign.assignment } }],

  'POST /api/users': ({ mine, foreign, role }) =>
    [[grant('client', foreign.client)], [grant('site', mine.site), grant('agent', foreign.device)]].map((scopes) => ({
      body: { username: 'made-by-a-stranger', password: 'Correct-Horse-Battery-9', role, scopes },
    })),
  'PATCH /api/users/:id': (world) => withBody(user, { role: world.role })(world),
  'DELETE /api/users/:id': user,
  'POST /api/users/:id/disable': user,
  'POST /api/users/:id/enable': user,
  'POST /api/users/:id/2fa/reset': user,
  'DELETE /api/users/:id/sso': user,
  'GET /api/users/:id': user,
  'GET /api/users/:id/scopes': user,
  'PUT /api/users/:id/scopes': ({ mine, foreign }) => [
    { params: { id: foreign.user }, body: { scopes: [grant('agent', mine.device)] } },
    { params: { id: mine.user }, body: { scopes: [grant('agent', mine.device), grant('group', foreign.group)] } },
  ],

  'PUT /api/users/:id/password': withBody(user, { password: 'Correct-Horse-Battery-9' }),
  'PUT /api/users/:id/email': withBody(user, { email: 'taken@over.example' }),
  'POST /api/users/:id/email/verify': user,

  'GET /api/reports/software': report,
  'GET /api/reports/hardware': report,
  'GET /api/reports/machines': report,
  'GET /api/reports/compliance': report,
  'POST /api/exports/csv': ({ foreign }) =>
    (['inventory', 'machines', 'hardware', 'software', 'compliance'] as const).map((kind) => ({
      body: { kind, filters: { scope: 'site', id: foreign.site } },
    })),

  'GET /api/api-tokens': ({ foreign }) => [filter({ user_id: foreign.user })],
  'POST /api/api-tokens': ({ foreign, role }) => [
    { body: { name: 'taken', role, user_id: foreign.user }, answer: 'own_tokens_only' },
  ],
  'DELETE /api/api-tokens/:id': ({ foreign }) => [{ params: { id: foreign.apiToken } }],

  'GET /api/oauth-apps': ({ foreign }) => [filter({ user_id: foreign.user })],

  'PATCH /api/chat/sessions/:id': withBody(ownChat, { title: 'Mine' }),
  'DELETE /api/chat/sessions/:id': ownChat,
  'GET /api/chat/sessions/:id/messages': ownChat,
  'POST /api/chat/sessions/:id/messages': withBody(ownChat, { content: 'What was said here?' }),
  'POST /api/chat/sessions/:id/cancel': ownChat,

  'DELETE /api/me/sessions/:id': ownSession,
  'DELETE /api/me/oauth-grants/:id': ({ foreign }) => [{ params: { id: foreign.oauthApp }, answer: 'unknown' }],
  'PATCH /api/me/passkeys/:id': withBody(ownPasskey, name),
  'DELETE /api/me/passkeys/:id': ownPasskey,
  'POST /api/me/passkeys': ({ foreign }) => [
    { body: { challenge_id: foreign.passkeyChallenge, ...name, response: madePasskey }, answer: 'unknown' },
  ],
};
