/** Deciding on devices that an AI application wants moved or deleted, as an operator does it in a browser. */
import { expect, test } from 'vitest';
import { everything } from '../../domain/scope.ts';
import { permissionKeys } from '../../schema/permissions.ts';
import { seriousViolations } from './browser.ts';
import { startFleet } from './fleet-page.ts';

const fleet = await startFleet();
const { server, page } = fleet;

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const badge = (count: number) =>
  page
    .getByRole('link', { name: new RegExp(`^Approvals.*${count} wait`) })
    .first()
    .waitFor();

/** As Claude does it for Tomas, through a tool. */
async function claudeProposes(name: string, input: object): Promise<string> {
  const application = crypto.randomUUID();
  const actor = {
    ...{ kind: 'oauth' as const, id: application, name: `Claude for ${fleet.tomas.username}`, userId: fleet.tomas.id },
    ...{ role: null, sessionId: null, mcpOnly: true, permissions: new Set(permissionKeys) },
    client: { id: application, name: 'Claude', host: 'claude.ai' },
  };
  const origin = { requestId: null, ip: null, userAgent: null, via: 'mcp' as const };
  const outcome = await server.muster.services.toolbox.call({ actor, scope: everything }, origin, name, input);
  if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
  return String(outcome.value.id);
}

const schoolDevices = async () =>
  (await server.ok('GET /api/devices', { query: { client_id: fleet.school.client_id } })).devices.map(({ id }) => id);

test('a move arrives on the open page, is approved with its number typed, and the deletion after it slides in', async () => {
  await page.goto('/approvals');
  await page.getByText('Nothing waits for approval').waitFor();
  const deletion = await claudeProposes('propose_delete_devices', { agent_ids: [fleet.ship.id], reason: '' });
  const reason = 'They moved in August.\nSee <b>the ticket</b>.';
  await claudeProposes('propose_move_devices', {
    ...{ agent_ids: await schoolDevices(), reason },
    ...{ site_id: fleet.harbour.site_id, group_id: fleet.harbour.group_id },
  });
  await badge(2);
  const title = /^Move 11 devices to Halvorsen Marine, site-.*, department-/;
  await page.getByText(`for ${fleet.tomas.username}`).first().waitFor();
  await page.getByText('through claude.ai').first().waitFor();
  await page.getByRole('link', { name: title }).first().click();

  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText('Claude, an AI application, asks to move 11 devices').waitFor();
  await page.getByText('Written by Claude. Muster has not checked it.').waitFor();
  await page.getByText('See <b>the ticket</b>.').waitFor();
  expect(await page.getByRole('link', { name: /^pfs-lab-pc/ }).count()).toBe(11);
  expect(await seriousViolations(page)).toEqual([]);

  expect(await button('Move 11 devices').isDisabled()).toBe(true);
  await page.keyboard.press('a');
  await page.keyboard.type('11');
  await button('Move 11 devices').click();
  await page.getByText('11 devices moved').waitFor();

  await heading(`Delete ${fleet.ship.hostname}`);
  expect(new URL(page.url()).pathname).toBe(`/approvals/devices/${deletion}`);
  await page.getByText('It gives no reason.').waitFor();
  await badge(1);
  const { devices } = await server.ok('GET /api/devices', { query: { client_id: fleet.school.client_id } });
  expect(devices).toEqual([]);
});

test('a deletion asks for its number even for one device, and a rejection for its reason', async () => {
  expect(await button('Delete 1 device').isDisabled()).toBe(true);
  await button('Reject').click();
  await page.getByText('Say why you reject it.').waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).fill('It is at sea');
  await button('Reject').click();
  await page.getByText('Rejected for 1 device').waitFor();
  await page.getByText('Nothing waits for approval').waitFor();
  await page.getByRole('link', { name: 'Open the proposal' }).last().click();
  await page.getByText(`${fleet.ines.username} rejected it`).waitFor();
  await page.getByText('It is at sea').waitFor();
});

test('whoever comes second is told who was first, and keeps the page', async () => {
  const id = await claudeProposes('propose_delete_devices', { agent_ids: [fleet.ship.id], reason: 'Retired' });
  await page.goto(`/approvals/devices/${id}`);
  await heading(`Delete ${fleet.ship.hostname}`);
  await page.route(`**/api/device-operations/${id}/approve`, async (route) => {
    await server.ok('POST /api/device-operations/:id/reject', { token: fleet.tomas.token, params: { id } });
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Type 1 to approve' }).fill('1');
  await button('Delete 1 device').click();
  await page.getByText(`${fleet.tomas.username} rejected it`).waitFor();
  await page.getByText('Nothing that you did here changed that.').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/approvals/devices/${id}`);
});

test('whoever lost the permission meanwhile is told that it stays waiting', async () => {
  const id = await claudeProposes('propose_delete_devices', { agent_ids: [fleet.ship.id], reason: 'Retired' });
  await page.goto(`/approvals/devices/${id}`);
  const role = (key: string) => server.db.sql`update users set role_key = ${key} where id = ${fleet.ines.id}`;
  await page.route(`**/api/device-operations/${id}/approve`, async (route) => {
    await role('tech');
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Type 1 to approve' }).fill('1');
  await button('Delete 1 device').click();
  await page.getByText('You no longer have the permission that this needs. The proposal stays waiting.').waitFor();
  await role('admin');
  await server.ok('POST /api/device-operations/:id/reject', { params: { id } });
});

test('what Muster closes because its devices are gone says so on the open page', async () => {
  const id = await claudeProposes('propose_delete_devices', { agent_ids: [fleet.ship.id], reason: 'Retired' });
  await page.goto(`/approvals/devices/${id}`);
  await button('Delete 1 device').waitFor();
  await server.ok('DELETE /api/devices/:id', { params: { id: fleet.ship.id } });
  await page.getByText('Muster closed this: all of its devices have been deleted.').waitFor();
  expect(await button('Delete 1 device').count()).toBe(0);
});
