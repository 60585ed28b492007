/**
 * Every action the audit trail may record: the kind of thing it happens to and the details that are safe to keep.
 * Details hold names, counts and choices; never a secret, a token, a password or a script's text.
 */
import { z } from 'zod';

const s = z.string();
const n = z.number().int();
const nothing = z.strictObject({});
const shell = z.string();
/** Of what a person carried out because somebody had proposed it: the proposal's id, and the proposer's name. */
const proposal = { proposal: s.optional(), proposed_by: s.optional() };

export const auditActions = {
  // identity
  'auth.bootstrap': { target: 'user', details: nothing },
  'auth.login': {
    target: 'user',
    details: z.strictObject({ method: z.enum(['password', 'totp', 'recovery_code', 'passkey', 'sso']).optional() }),
  },
  'auth.logout': { target: 'session', details: nothing },
  'session.revoke': { target: 'session', details: nothing },
  'user.create': { target: 'user', details: z.strictObject({ role: s, scopes: n }) },
  'user.role.update': { target: 'user', details: z.strictObject({ from: s, to: s }) },
  'user.scopes.update': { target: 'user', details: z.strictObject({ before: n, after: n, full_access: z.boolean() }) },
  'user.disable': { target: 'user', details: z.strictObject({ reason: z.enum(['requested', 'scope_lost']) }) },
  'user.enable': { target: 'user', details: nothing },
  'user.delete': { target: 'user', details: z.strictObject({ role: s }) },
  'user.password.change': { target: 'user', details: z.strictObject({ sessions_revoked: n }) },
  'user.language.update': { target: 'user', details: z.strictObject({ language: s.nullable() }) },
  'user.password.reset': { target: 'user', details: z.strictObject({ sessions_revoked: n }) },
  'user.password.set': { target: 'user', details: z.strictObject({ sessions_revoked: n }) },
  'user.password_reset.mail': { target: 'user', details: nothing },
  'user.email.update': { target: 'user', details: z.strictObject({ from: s.nullable(), to: s.nullable() }) },
  'user.email.confirm': { target: 'user', details: z.strictObject({ email: s }) },
  'user.email_confirmation.mail': { target: 'user', details: z.strictObject({ email: s }) },
  'user.notifications.update': { target: 'user', details: z.strictObject({ added: z.array(s), removed: z.array(s) }) },
  'user.totp.enable': { target: 'user', details: z.strictObject({ rotated: z.boolean() }) },
  'user.totp.disable': { target: 'user', details: z.strictObject({ passkeys_removed: n }) },
  'user.recovery_codes.renew': { target: 'user', details: nothing },
  'user.second_factor.reset': { target: 'user', details: z.strictObject({ totp: z.boolean(), passkeys_removed: n }) },
  'user.passkey.add': { target: 'user', details: z.strictObject({ passkey: s }) },
  'user.passkey.remove': { target: 'user', details: z.strictObject({ passkey: s }) },
  'user.sso.link': { target: 'user', details: z.strictObject({ issuer: s, created: z.boolean() }) },
  'user.sso.unlink': { target: 'user', details: z.strictObject({ issuer: s }) },
  'auth.sso.fail': { target: 'user', details: z.strictObject({ reason: s }) },
  'config.smtp.alerts.update': {
    target: 'config',
    details: z.strictObject({ host: s, port: n, security: s, enabled: z.boolean(), password_changed: z.boolean() }),
  },
  'config.smtp.test': { target: 'config', details: z.strictObject({ transport: z.enum(['account', 'alerts']) }) },
  'role.create': { target: 'role', details: z.strictObject({ permissions: z.array(s) }) },
  'role.update': { target: 'role', details: z.strictObject({ added: z.array(s), removed: z.array(s) }) },
  'role.delete': { target: 'role', details: nothing },
  'api_token.create': {
    target: 'api_token',
    details: z.strictObject({ role: s, user: s.nullable(), mcp_only: z.boolean(), expires_at: s.nullable() }),
  },
  'api_token.revoke': { target: 'api_token', details: nothing },

  // organisation
  'client.create': { target: 'client', details: nothing },
  'client.rename': { target: 'client', details: z.strictObject({ from: s }) },
  'client.delete': {
    target: 'client',
    details: z.strictObject({ sites: n, groups: n, devices_unassigned: n, enroll_tokens: n }),
  },
  'site.create': { target: 'site', details: z.strictObject({ client: s }) },
  'site.rename': { target: 'site', details: z.strictObject({ from: s }) },
  'site.delete': { target: 'site', details: z.strictObject({ groups: n, enroll_tokens: n }) },
  'group.create': { target: 'group', details: z.strictObject({ site: s }) },
  'group.rename': { target: 'group', details: z.strictObject({ from: s }) },
  'group.delete': { target: 'group', details: z.strictObject({ devices: n, enroll_tokens: n }) },

  // devices
  'enroll_token.create': {
    target: 'enroll_token',
    details: z.strictObject({ uses: n, expires_at: s, site: s.nullable(), group: s.nullable() }),
  },
  'enroll_token.revoke': { target: 'enroll_token', details: z.strictObject({ uses_left: n }) },
  'device.enroll': {
    target: 'device',
    details: z.strictObject({ enroll_token: s, again: z.boolean(), version: s, os: s }),
  },
  'device.update': { target: 'device', details: z.strictObject({ fields: z.array(s) }) },
  'device.move': {
    target: 'device',
    details: z.strictObject({
      from_client: s.nullable(),
      from_site: s.nullable(),
      from_group: s.nullable(),
      to_client: s.nullable(),
      to_site: s.nullable(),
      to_group: s.nullable(),
      ...proposal,
    }),
  },
  'device.delete': { target: 'device', details: z.strictObject({ jobs_cancelled: n, ...proposal }) },
  'device.revoke': { target: 'device', details: nothing },

  // jobs
  'job.propose': { target: 'job', details: z.strictObject({ device: s, shell, source: s }) },
  'job.batch.propose': {
    target: 'batch',
    details: z.strictObject({ devices: n, client: s.nullable(), shell, source: s }),
  },
  'job.dispatch_unapproved': { target: 'job', details: z.strictObject({ device: s, shell }) },
  'job.approve': {
    target: 'job',
    details: z.strictObject({ device: s, content_sha256: s, proposed_by: s, reason: s.optional() }),
  },
  'job.reject': { target: 'job', details: z.strictObject({ device: s, proposed_by: s, reason: s.optional() }) },
  'job.batch.approve': {
    target: 'batch',
    details: z.strictObject({ jobs: n, content_sha256: s, proposed_by: s, reason: s.optional() }),
  },
  'job.batch.reject': { target: 'batch', details: z.strictObject({ jobs: n, proposed_by: s, reason: s.optional() }) },
  'job.cancel': { target: 'job', details: z.strictObject({ device: s, from: s }) },
  'job.complete_manual': { target: 'job', details: z.strictObject({ device: s, success: z.boolean(), from: s }) },
  'job.result': {
    target: 'job',
    details: z.strictObject({ device: s, exit_code: n.nullable(), outcome: s, shell, late: z.boolean() }),
  },
  'job.expire': { target: 'job', details: z.strictObject({ device: s }) },

  // monitoring
  'script.create': {
    target: 'script',
    details: z.strictObject({ shell, category: s, builtin: z.boolean().optional() }),
  },
  'script.update': {
    target: 'script',
    details: z.strictObject({ fields: z.array(s), version: n, content_sha256: s, restored_from: n.optional() }),
  },
  'script.delete': { target: 'script', details: nothing },
  'script.category.create': { target: 'script_category', details: nothing },
  'script.category.rename': {
    target: 'script_category',
    details: z.strictObject({ from: s, scripts: n, merged: z.boolean() }),
  },
  'script.category.delete': { target: 'script_category', details: z.strictObject({ scripts: n }) },
  'policy.create': { target: 'policy', details: nothing },
  'policy.update': { target: 'policy', details: z.strictObject({ from: s, description_changed: z.boolean() }) },
  'policy.delete': { target: 'policy', details: z.strictObject({ checks: n, tasks: n, assignments: n }) },
  'policy.assign': { target: 'policy', details: z.strictObject({ scope_type: s, place: s, devices: n }) },
  'policy.unassign': { target: 'policy', details: z.strictObject({ scope_type: s, place: s }) },
  'check.create': { target: 'check', details: z.strictObject({ type: s, device: s.nullable(), policy: s.nullable() }) },
  'check.update': {
    target: 'check',
    details: z.strictObject({ fields: z.array(s), device: s.nullable(), policy: s.nullable() }),
  },
  'check.delete': { target: 'check', details: z.strictObject({ type: s, device: s.nullable(), policy: s.nullable() }) },
  'task.create': {
    target: 'task',
    details: z.strictObject({ schedule: s, device: s.nullable(), policy: s.nullable(), shell }),
  },
  'task.update': {
    target: 'task',
    details: z.strictObject({ fields: z.array(s), device: s.nullable(), policy: s.nullable() }),
  },
  'task.delete': { target: 'task', details: z.strictObject({ device: s.nullable(), policy: s.nullable() }) },
  'task.run': { target: 'task', details: z.strictObject({ dispatched: n, proposed: n, skipped: n }) },
  'job.automated': {
    target: 'batch',
    details: z.strictObject({
      jobs: n,
      proposed: n,
      shell,
      source: s,
      content_sha256: s,
      approver: s.nullable(),
      device: s.nullable(),
    }),
  },
  'standing_approval.request': {
    target: 'standing_approval',
    details: z.strictObject({
      subject: s,
      content_sha256: s,
      reason: z.enum(['created', 'changed', 'saved_without_right', 'script_changed']),
    }),
  },
  'standing_approval.approve': {
    target: 'standing_approval',
    details: z.strictObject({ subject: s, content_sha256: s, reason: s.optional() }),
  },
  'standing_approval.reject': {
    target: 'standing_approval',
    details: z.strictObject({ subject: s, content_sha256: s, reason: s.optional() }),
  },
  'alert.acknowledge': { target: 'alert', details: z.strictObject({ device: s, note: s.optional() }) },
  'alert.resolve': { target: 'alert', details: z.strictObject({ device: s, note: s.optional() }) },
  'alert.suppress': {
    target: 'alert',
    details: z.strictObject({ device: s, until: s.nullable(), note: s.optional() }),
  },
  'alert.note': { target: 'alert', details: z.strictObject({ device: s }) },
  'alert_suppression.create': {
    target: 'alert_suppression',
    details: z.strictObject({
      kind: s,
      scope_type: s.nullable(),
      place: s.nullable(),
      starts_at: s,
      ends_at: s,
      recurring: z.boolean(),
    }),
  },
  'alert_suppression.delete': { target: 'alert_suppression', details: z.strictObject({ kind: s }) },
  'webhook.create': { target: 'webhook', details: z.strictObject({ host: s, events: z.array(s) }) },
  'webhook.update': {
    target: 'webhook',
    details: z.strictObject({ host: s, fields: z.array(s), enabled: z.boolean() }),
  },
  'webhook.delete': { target: 'webhook', details: z.strictObject({ host: s, dropped: n }) },
  'webhook.test': { target: 'webhook', details: z.strictObject({ host: s }) },
  'export.create': { target: 'export', details: z.strictObject({ kind: s }) },
  'export.download': { target: 'export', details: z.strictObject({ kind: s }) },

  // AI
  'oauth.app.register': {
    target: 'oauth_app',
    details: z.strictObject({ hosts: z.array(s), status: z.enum(['approved', 'pending']) }),
  },
  'oauth.app.approve': { target: 'oauth_app', details: z.strictObject({ hosts: z.array(s) }) },
  'oauth.app.revoke': { target: 'oauth_app', details: z.strictObject({ hosts: z.array(s), tokens: n }) },
  'oauth.app.prune': { target: 'oauth_app', details: z.strictObject({ applications: n }) },
  'config.mcp_oauth.update': {
    target: 'config',
    details: z.strictObject({ registration: s, allowed_hosts: z.array(s), require_approval: z.boolean() }),
  },
  'oauth.authorize': {
    target: 'oauth_app',
    details: z.strictObject({ host: s, method: z.enum(['password', 'totp', 'recovery_code', 'sso']) }),
  },
  'oauth.authorize.refuse': { target: 'oauth_app', details: z.strictObject({ host: s, reason: s }) },
  'oauth.sso_grant.reject': {
    target: 'oauth_app',
    details: z.strictObject({
      reason: z.enum(['request_mismatch', 'unknown_or_spent', 'expired', 'user_disabled']),
    }),
  },
  'oauth.token': {
    target: 'oauth_app',
    details: z.strictObject({ user: s, grant: z.enum(['authorization_code', 'refresh_token']) }),
  },
  'oauth.token.revoke': {
    target: 'oauth_app',
    details: z.strictObject({
      user: s,
      tokens: n,
      reason: z.enum(['requested', 'code_replayed', 'refresh_reused']),
    }),
  },
  'ai.tool.use': { target: 'tool', details: z.strictObject({ via: z.enum(['mcp', 'chat']), client: s.optional() }) },
  'device_operation.propose': {
    target: 'device_operation',
    details: z.strictObject({ kind: s, devices: n, to: s.nullable(), source: s }),
  },
  'device_operation.approve': {
    target: 'device_operation',
    details: z.strictObject({ kind: s, devices: n, gone: n, proposed_by: s, reason: s.optional() }),
  },
  'device_operation.reject': {
    target: 'device_operation',
    details: z.strictObject({ kind: s, devices: n, proposed_by: s, reason: s.optional() }),
  },
  'config.ai.update': {
    target: 'config',
    details: z.strictObject({
      provider: s.nullable(),
      host: s,
      model: s,
      tokens_per_user_day: n,
      key_changed: z.boolean(),
    }),
  },
  'config.remote.update': {
    target: 'config',
    details: z.strictObject({ fields: z.array(s), key_changed: z.boolean() }),
  },
  'chat.session.create': { target: 'chat_session', details: nothing },
  'chat.session.delete': { target: 'chat_session', details: z.strictObject({ messages: n }) },
  'chat.message.send': { target: 'chat_session', details: z.strictObject({ model: s }) },
  'chat.message.cancel': { target: 'chat_session', details: nothing },
} as const satisfies Record<string, { target: string; details: z.ZodType }>;

export type AuditAction = keyof typeof auditActions;
export type AuditDetails<A extends AuditAction> = z.input<(typeof auditActions)[A]['details']>;
export const auditActionKeys = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];
