/** Who is told of what. */
import { describe, expect, test } from 'vitest';
import { isCarried, notify } from '../../../domain/notifications/notify.ts';
import { createDevice, createJob, createPlace } from '../../factories.ts';
import { createScene } from '../standing-approvals/scene.ts';
import { useNotices } from './use-notices.ts';

const { smtp, server, relay, reader, notice, note, silently, told, outbox, mailsTo, soFar, waiting } = useNotices();

describe('noting', () => {
  test('writes nothing while neither a relay for alerts is on nor a webhook wants the event', async () => {
    const device = await createDevice(server().db);
    await relay({ enabled: false });
    await notify(silently(), [notice(device.id)]);
    expect(await waiting()).toBe(0);
    await server().db.sql`
      insert into webhooks (name, url, secret, events, created_by) values ('x', 'https://a.example', 's', '{job.failed}', '{"name":"x"}')`;
    await notify(silently(), [notice(device.id)]);
    expect(await waiting()).toBe(0);
    expect(await isCarried(server().ctx, 'alert.raised')).toBe(false);
    await server().db.sql`update webhooks set events = '{alert.raised}', enabled = false`;
    await notify(silently(), [notice(device.id)]);
    expect(await waiting()).toBe(0);
    await server().db.sql`delete from webhooks`;
  });

  test('a thousand is one statement, with the name and place of each device at that moment', async () => {
    const place = await createPlace(server().db);
    const device = await createDevice(server().db, place);
    await server().db.sql.begin(async (sql) => {
      await notify(
        { ...silently(), sql },
        Array.from({ length: 1000 }, () => notice(device.id)),
      );
      const rows = await sql`
        select agent_hostname, client_id, site_id, group_id, count(*)::int as count from notices group by 1, 2, 3, 4`;
      expect(rows).toEqual([{ agent_hostname: device.hostname, ...place, count: 1000 }]);
      await sql`delete from notices`;
    });
  });

  test('takes text that JSON in the database cannot hold', async () => {
    await notify(silently(), [notice(null, { details: { title: 'a\0b\ud800' } })]);
    await told();
  });
});

describe('mail goes to', () => {
  test('whoever chose the event, once each', async () => {
    const device = await createDevice(server().db);
    const [ada, grace] = [await reader(['alert.raised']), await reader(['alert.raised', 'alert.resolved'])];
    const other = await reader(['alert.resolved']);
    await note([notice(device.id)]);
    const [mail] = await mailsTo(ada);
    await mailsTo(grace);
    expect(mail?.parsed.subject).toBe(`Error: Disk full on ${device.hostname} – Lab`);
    await told();
    expect(soFar(other)).toEqual([]);
    expect([soFar(ada).length, soFar(grace).length]).toEqual([1, 1]);
  });

  test('nobody who is disabled, has no address, or may not see such things', async () => {
    const device = await createDevice(server().db);
    const disabled = await reader(['alert.raised']);
    await server().db.sql`update users set disabled_at = now() where id = ${disabled.id}`;
    await reader(['alert.raised'], { email: null });
    await reader(['alert.raised'], { permissions: ['devices.view', 'jobs.view'] });
    await note([notice(device.id)]);
    await told();
    expect(await outbox()).toEqual([]);
  });

  test.each([
    ['alert.resolved', 'alerts.view'],
    ['device.enrolled', 'devices.view'],
    ['job.failed', 'jobs.view'],
    ['patch.failed', 'patches.view'],
    ['oauth.app.pending', 'api_tokens.manage'],
  ] as const)('whoever may see it: %s needs %s', async (event, permission) => {
    smtp().behave('busy');
    const seeing = await reader([event], { permissions: [permission] });
    await reader([event], { permissions: permission === 'alerts.view' ? ['jobs.view'] : ['alerts.view'] });
    await note([notice(null, { event })]);
    await told();
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual([seeing.address]);
  });

  test('scopes that cover the device where it stands now, whatever its place was', async () => {
    smtp().behave('busy');
    const [before, now] = [await createPlace(server().db), await createPlace(server().db)];
    const device = await createDevice(server().db, before);
    const grants = [
      ['client', now.client_id],
      ['site', now.site_id],
      ['group', now.group_id],
      ['agent', device.id],
    ] as const;
    const there = [];
    for (const [scope_type, scope_id] of grants)
      there.push((await reader(['alert.raised'], { scopes: [{ scope_type, scope_id }] })).address);
    await reader(['alert.raised'], { scopes: [{ scope_type: 'client', scope_id: before.client_id }] });
    await server().db.sql.begin(async (sql) => {
      await notify({ ...silently(), sql }, [notice(device.id)]);
      await sql`update devices set ${sql({ ...now })} where id = ${device.id}`;
    });
    await told();
    expect((await outbox()).map(({ recipient }) => recipient).sort()).toEqual(there.sort());
  });

  test('the scopes of its last place once the device is deleted', async () => {
    smtp().behave('busy');
    const place = await createPlace(server().db);
    const device = await createDevice(server().db, place);
    const there = await reader(['alert.raised'], { scopes: [{ scope_type: 'site', scope_id: place.site_id }] });
    await server().db.sql.begin(async (sql) => {
      await notify({ ...silently(), sql }, [notice(device.id)]);
      await sql`delete from devices where id = ${device.id}`;
    });
    await told();
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual([there.address]);
  });

  test('the unscoped alone when it is about no device', async () => {
    smtp().behave('busy');
    const place = await createPlace(server().db);
    await reader(['oauth.app.pending'], { scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
    const all = await reader(['oauth.app.pending']);
    await note([notice(null, { event: 'oauth.app.pending', subject: { kind: 'oauth_app', id: place.client_id } })]);
    await told();
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual([all.address]);
  });

  test('whoever reaches one device of a batch; its size only to the unscoped', async () => {
    const [mine, other] = [await createPlace(server().db), await createPlace(server().db)];
    const batchId = crypto.randomUUID();
    await createJob(server().db, await createDevice(server().db, mine), { batchId });
    const near = await reader(['job.awaiting_approval'], { scopes: [{ scope_type: 'site', scope_id: mine.site_id }] });
    const far = await reader(['job.awaiting_approval'], { scopes: [{ scope_type: 'site', scope_id: other.site_id }] });
    const all = await reader(['job.awaiting_approval']);
    const details = { description: 'Clean up', devices: 40 };
    await note([notice(null, { event: 'job.awaiting_approval', subject: { kind: 'batch', id: batchId }, details })]);
    expect((await mailsTo(all))[0]?.parsed.subject).toContain('on 40 devices');
    expect((await mailsTo(near))[0]?.parsed.subject).toContain('on several devices');
    await told();
    expect(soFar(far)).toEqual([]);
  });

  test('whoever reaches one device of what begins to wait for a standing approval, once', async () => {
    smtp().behave('busy');
    const scene = await createScene({ server: server() });
    const { place, otherSite, policy, task, editor, device } = scene;
    const within = async (scope_type: 'client' | 'site' | 'agent', scope_id: string) =>
      (await reader(['job.awaiting_approval'], { scopes: [{ scope_type, scope_id }] })).address;
    const there = [
      (await reader(['job.awaiting_approval'])).address,
      await within('client', place.client_id),
      await within('site', place.site_id),
      await within('agent', device.id),
    ];
    await within('site', otherSite.site_id);
    await within('agent', scene.outside.id);
    await reader(['job.awaiting_approval'], { permissions: ['alerts.view'] });
    const save = (run_at_minute: number) =>
      server().ok('PUT /api/tasks/:id', { params: { id: task }, body: { run_at_minute }, token: editor.token });
    await save(300);
    await save(600);
    await told();
    expect((await outbox()).map(({ recipient }) => recipient).sort()).toEqual(there.sort());
    // Reaches nothing: none but the unscoped hear.
    await server().db.sql`delete from outbox`;
    expect(await scene.approve('task')).toBe(200);
    await server().db.sql`delete from policy_assignments where policy_id = ${policy}`;
    await save(900);
    await told();
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual([there[0]]);
  });

  test('nobody once alert mail has been turned off', async () => {
    await reader(['alert.raised']);
    // Committed after the relay is off: the worker looks each second.
    await server().db.sql.begin(async (sql) => {
      await notify({ ...silently(), sql }, [notice(null)]);
      expect(await sql`select from notices`).toHaveLength(1);
      await relay({ enabled: false });
    });
    await told();
    expect((await outbox()).length).toBe(0);
  });
});
