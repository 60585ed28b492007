import { expect, test } from 'vitest';
import { everyone } from '../../runtime/access.ts';
import { endpoint, type Route } from '../../runtime/endpoint.ts';
import { refusedTarget } from '../../runtime/refused-target.ts';
import type { AuditAction } from '../../schema/audit.ts';

const id = '018f0000-0000-7000-8000-0000000000aa';
const aimed = (route: Route, action: AuditAction, params: unknown) =>
  refusedTarget(
    endpoint({ route, summary: 'x', access: everyone, audits: [action] }, () => undefined),
    params,
  );

test.for<[Route, AuditAction, Record<string, string>]>([
  ['PATCH /api/clients/:id', 'client.rename', { id }],
  ['POST /api/devices/:id/revoke', 'device.revoke', { id: id.toUpperCase() }],
  ['DELETE /api/enroll-tokens/:id', 'enroll_token.revoke', { id }],
  ['POST /api/jobs/batch/:batch_id/approve', 'job.batch.approve', { batch_id: id }],
])('%s is aimed at the id in its path', ([route, action, params]) => {
  expect(aimed(route, action, params)).toBe(id);
});

test.for<[string, Route, AuditAction, unknown]>([
  ['the id is of something else', 'DELETE /api/me/passkeys/:id', 'user.passkey.remove', { id }],
  ['what is made has none yet', 'POST /api/clients/:id/sites', 'site.create', { id }],
  ['there are two', 'DELETE /api/clients/:id/sites/:site_id', 'site.delete', { id, site_id: id }],
  ['the path has none', 'POST /api/clients', 'client.create', { id }],
  ['it is no id', 'PATCH /api/clients/:id', 'client.rename', { id: 'x'.repeat(5000) }],
  ['it is a key', 'DELETE /api/roles/:key', 'role.delete', { key: 'night-shift' }],
  ['there are no parameters', 'PATCH /api/clients/:id', 'client.rename', undefined],
])('nothing is named where %s', ([, route, action, params]) => {
  expect(aimed(route, action, params)).toBeNull();
});
