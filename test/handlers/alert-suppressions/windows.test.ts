import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, type MadeDevice, type Place } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let place: Place;
let device: MadeDevice;
const tokens: Record<'client' | 'site' | 'group' | 'agent', string> = { client: '', site: '', group: '', agent: '' };

beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.db);
  device = await createDevice(server.db, place);
  const ids = { client: place.client_id, site: place.site_id, group: place.group_id, agent: device.id };
  for (const [type, id] of Object.entries(ids) as [keyof typeof tokens, string][])
    tokens[type] = (
      await createPerson(server.db, { role: 'tech', scopes: [{ scope_type: type, scope_id: id }] })
    ).token;
});
afterAll(() => server.stop());

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const create = (body: object, token?: string) =>
  server.call('POST /api/alert-suppressions', { token, body: { kind: 'maintenance', ends_at: at(HOUR_MS), ...body } });
const listed = async (token?: string) => {
  const { alert_suppressions } = await server.ok('GET /api/alert-suppressions', { token });
  return alert_suppressions.map(({ id }) => id);
};
const weekly = { days_of_week: [0], start_minute: 120, duration_min: 60, timezone: 'Europe/Berlin' };

describe('a window', () => {
  test('is opened with its place, its author and an audit entry', async () => {
    const { status, body } = await create({ scope_type: 'site', scope_id: place.site_id, reason: 'new switches' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'maintenance',
      scope_type: 'site',
      place: expect.any(String),
      client_name: expect.any(String),
      reason: 'new switches',
      author: { kind: 'bootstrap' },
      active_now: true,
      manageable: true,
      everything: false,
    });
    const { entries } = await server.ok('GET /api/audit', { query: { action: 'alert_suppression.create' } });
    expect(entries[0]).toMatchObject({ target: { id: body.id }, details: { place: body.place, recurring: false } });
  });

  test('that begins later is listed as coming', async () => {
    const { body } = await create({ starts_at: at(HOUR_MS), ends_at: at(2 * HOUR_MS) });
    expect(body).toMatchObject({ active_now: false, next_from: body.starts_at, next_until: body.ends_at });
    expect(await listed()).toContain(body.id);
  });

  test('that recurs says when it is active next', async () => {
    const { body } = await create({
      ends_at: at(30 * 24 * HOUR_MS),
      recurrence: { ...weekly, days_of_week: [0, 0, 3] },
    });
    expect(body.recurrence).toEqual({ ...weekly, days_of_week: [0, 3] });
    expect(new Date(body.next_until).getTime() - new Date(body.next_from).getTime()).toBeLessThanOrEqual(HOUR_MS);
  });

  test('is ended early, with an audit entry; and is gone then', async () => {
    const { body } = await create({ kind: 'silence' });
    const end = () => server.call('DELETE /api/alert-suppressions/:id', { params: { id: body.id } });
    expect((await end()).status).toBe(204);
    expect(await listed()).not.toContain(body.id);
    expect((await end()).body).toMatchObject({ code: 'alert_suppression_not_found' });
    const { entries } = await server.ok('GET /api/audit', { query: { action: 'alert_suppression.delete' } });
    expect(entries[0]).toMatchObject({ target: { id: body.id }, details: { kind: 'silence' } });
  });

  test('that is over is not listed', async () => {
    const { body } = await create({});
    server.clock.offsetMs = HOUR_MS;
    expect(await listed()).not.toContain(body.id);
    server.clock.offsetMs = 0;
  });

  test.each([
    ['an end that is past', () => ({ ends_at: at(-1) })],
    ['an end before the start', () => ({ starts_at: at(2 * HOUR_MS) })],
    ['an end in the year 9999', () => ({ ends_at: '9999-12-31T23:59:59Z' })],
    ['an end beyond the year 9999', () => ({ ends_at: '9999-12-31T23:59:59-15:00' })],
    ['a start in the year 9998', () => ({ starts_at: '9998-12-31T23:59:59Z', ends_at: '9999-01-01T00:00:00Z' })],
    ['a recurrence until the year 9999', () => ({ ends_at: '9999-12-31T23:59:59Z', recurrence: weekly })],
    ['no end', () => ({ ends_at: undefined })],
    ['an unknown kind', () => ({ kind: 'holiday' })],
    ['a type without an id', () => ({ scope_type: 'site' })],
    ['an id without a type', () => ({ scope_id: place.site_id })],
    ['a time zone that is none', () => ({ recurrence: { ...weekly, timezone: 'Mars/Olympus' } })],
    ['no day of the week', () => ({ recurrence: { ...weekly, days_of_week: [] } })],
    ['an eighth day', () => ({ recurrence: { ...weekly, days_of_week: [7] } })],
    ['a minute after midnight', () => ({ recurrence: { ...weekly, start_minute: 1440 } })],
    ['no length', () => ({ recurrence: { ...weekly, duration_min: 0 } })],
    ['more than a week', () => ({ recurrence: { ...weekly, duration_min: 10_081 } })],
    [
      'a recurrence that is never due',
      () => ({
        starts_at: '2026-01-01T00:00:00Z',
        ends_at: at(HOUR_MS),
        recurrence: { ...weekly, days_of_week: [new Date(Date.now() + 3 * 24 * HOUR_MS).getUTCDay()] },
      }),
    ],
  ])('400 for %s', async (_what, body) => {
    expect((await create(body())).status).toBe(400);
  });

  test.each([
    [() => ({ ends_at: at(-1) }), 'ends_at must be later than now and starts_at.'],
    [
      () => ({ ends_at: '9999-12-31T23:59:59Z' }),
      /^ends_at must be at most \d+ days after starts_at, or after now when that is later\.$/,
    ],
    [
      () => ({ starts_at: '9998-12-31T23:59:59Z', ends_at: '9999-01-01T00:00:00Z' }),
      /^starts_at must be at most \d+ days from now\.$/,
    ],
  ])('a refused span is told in a sentence that names its field: %#', async (body, sentence) => {
    expect((await create(body())).body.error).toMatch(sentence);
  });

  test('404 for a place that is not there', async () => {
    for (const [scope_type, code] of [
      ['client', 'company_not_found'],
      ['site', 'site_not_found'],
      ['group', 'department_not_found'],
      ['agent', 'device_not_found'],
    ])
      expect((await create({ scope_type, scope_id: crypto.randomUUID() })).body).toMatchObject({ code });
  });
});

describe('scope', () => {
  test('lets somebody open windows for what lies in it, and for nothing above or beside', async () => {
    const targets = [
      ['client', place.client_id],
      ['site', place.site_id],
      ['group', place.group_id],
      ['agent', device.id],
    ] as const;
    const order = ['client', 'site', 'group', 'agent'] as const;
    for (const [level, caller] of order.entries())
      for (const [below, [scope_type, scope_id]] of targets.entries()) {
        const { status } = await create({ scope_type, scope_id }, tokens[caller]);
        expect([caller, scope_type, status]).toEqual([caller, scope_type, below >= level ? 201 : 403]);
      }
  });

  test('shows windows that may cover what it holds, and lets end those that cover nothing else', async () => {
    const everything = (await create({})).body.id;
    const company = (await create({ scope_type: 'client', scope_id: place.client_id })).body.id;
    const department = (await create({ scope_type: 'group', scope_id: place.group_id })).body.id;
    const other = await createPlace(server.db);
    const elsewhere = (await create({ scope_type: 'client', scope_id: other.client_id })).body.id;
    const seen = await listed(tokens.site);
    expect(seen).toEqual(expect.arrayContaining([everything, company, department]));
    expect(seen).not.toContain(elsewhere);
    const { alert_suppressions } = await server.ok('GET /api/alert-suppressions', { token: tokens.site });
    const may = Object.fromEntries(alert_suppressions.map(({ id, manageable }) => [id, manageable]));
    expect([may[everything], may[company], may[department]]).toEqual([false, false, true]);
    for (const [id, status] of [
      [everything, 403],
      [company, 403],
      [elsewhere, 403],
      [department, 204],
    ])
      expect(
        (await server.call('DELETE /api/alert-suppressions/:id', { token: tokens.site, params: { id: String(id) } }))
          .status,
      ).toBe(status);
  });

  test('of an author without a place is kept: another caller ends it only with all of it in scope', async () => {
    const { body } = await create({}, tokens.site);
    expect(body).toMatchObject({ scope_type: null, place: null, everything: false, manageable: true });
    expect(await listed(tokens.group)).toContain(body.id);
    const end = (token: string) =>
      server.call('DELETE /api/alert-suppressions/:id', { token, params: { id: body.id } });
    expect((await end(tokens.group)).body).toMatchObject({ code: 'out_of_scope' });
    expect((await end(tokens.client)).status).toBe(204);
  });

  test('needs alerts.manage to open and to end, and alerts.view to see', async () => {
    const { token } = await createPerson(server.db, { permissions: ['alerts.view'] });
    expect(await listed(token)).not.toEqual([]);
    expect((await create({}, token)).status).toBe(403);
  });
});

test('pages lead through all windows', async () => {
  const all = await listed();
  const pages: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await server.ok('GET /api/alert-suppressions', { query: { limit: 3, ...(cursor && { cursor }) } });
    pages.push(...page.alert_suppressions.map(({ id }) => id));
    cursor = page.next_cursor;
    more = cursor !== undefined;
  }
  expect(pages).toEqual(all);
});
