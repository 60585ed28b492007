/** What mail about events says: in both languages, and with nothing in it that somebody else's text could do. */
import { describe, expect, test } from 'vitest';
import type { MailContent } from '../../../domain/mail/content.ts';
import { render } from '../../../domain/mail/render.ts';
import { type NotificationEvent, notificationEvents } from '../../../schema/notifications.ts';

const settings = { instanceName: 'Lab', consoleUrl: 'https://rmm.example.com' };
const ID = '019a0000-0000-7000-8000-000000000001';
type NoticeContent = Extract<MailContent, { kind: 'notice' }>;
const details: Record<string, NoticeContent['details']> = {
  alert: {
    title: 'Disk full',
    message: 'C: at 97 %',
    severity: 'error',
    observed_value: 97.256,
    threshold_value: 90,
    resolution: 'cleared',
  },
  device: { last_seen_at: '2026-11-20T10:00:00.000Z', os: 'Debian 12' },
  job: { description: 'Clean up', proposed_by: 'grace', exit_code: 3 },
  patch: { title: 'KB5034123' },
  oauth: { name: 'Chat', hosts: 'chat.example.com' },
};
const content = (event: NotificationEvent, more: Partial<NoticeContent> = {}): NoticeContent => ({
  kind: 'notice',
  event,
  username: 'ada',
  subject: { kind: 'alert', id: ID },
  hostname: event.startsWith('oauth') ? null : 'web01.example.com',
  details: details[event.split('.')[0] ?? ''] ?? {},
  happened_at: '2026-11-20T12:00:00.000Z',
  ...more,
});

const subjects: Record<NotificationEvent, { en: string; de: string }> = {
  'alert.raised': { en: 'Error: Disk full on web01.example.com', de: 'Fehler: Disk full auf web01.example.com' },
  'alert.reopened': {
    en: 'Back again, error: Disk full on web01.example.com',
    de: 'Wieder da, Fehler: Disk full auf web01.example.com',
  },
  'alert.resolved': { en: 'Resolved: Disk full on web01.example.com', de: 'Erledigt: Disk full auf web01.example.com' },
  'device.offline': { en: 'web01.example.com is offline', de: 'web01.example.com ist offline' },
  'device.online': { en: 'web01.example.com is back online', de: 'web01.example.com ist wieder online' },
  'device.enrolled': { en: 'web01.example.com was enrolled', de: 'web01.example.com wurde aufgenommen' },
  'job.awaiting_approval': {
    en: 'A job waits for approval on web01.example.com: “Clean up”',
    de: 'Auftrag auf web01.example.com wartet auf Freigabe: „Clean up“',
  },
  'job.failed': {
    en: 'A job failed on web01.example.com: “Clean up”',
    de: 'Auftrag fehlgeschlagen auf web01.example.com: „Clean up“',
  },
  'patch.failed': {
    en: 'A patch failed on web01.example.com: “KB5034123”',
    de: 'Patch fehlgeschlagen auf web01.example.com: „KB5034123“',
  },
  'oauth.app.pending': {
    en: 'An AI application waits to be let in: “Chat”',
    de: 'Eine KI-Anwendung wartet auf Zulassung: „Chat“',
  },
};

describe.each(['en', 'de'] as const)('in %s', (language) => {
  test.each(notificationEvents)('%s says what happened, where, and on which server', (event) => {
    const { subject, text, html } = render(content(event), language, settings);
    expect(subject).toBe(`${subjects[event][language]} – Lab`);
    expect(text).toContain(`https://rmm.example.com/alerts/${ID}`);
    expect(text).toContain(language === 'en' ? 'Sent by Muster on Lab' : 'Gesendet von Muster auf Lab');
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(html).toContain(`href="https://rmm.example.com/alerts/${ID}"`);
  });
});

test('an alert says what it said, what was measured, and how it ended', () => {
  expect(render(content('alert.resolved'), 'en', settings).text).toContain(
    'It said: “C: at 97 %”.\n\nMeasured: 97.26; the threshold is 90.\n\nIt recovered by itself.\n\nNoted on 20 November 2026 at 12:00 UTC.',
  );
  const byHand = content('alert.resolved', {
    details: { title: 'Disk full', resolution: 'manual', resolved_by: 'grace' },
  });
  expect(render(byHand, 'en', settings).text).toContain('Resolved by grace.');
  expect(render(content('alert.resolved'), 'de', settings).text).toContain('Gemessen: 97,26; der Schwellwert ist 90.');
});

test.each([
  [{ kind: 'alert', id: ID }, `/alerts/${ID}`],
  [{ kind: 'job', id: ID }, `/jobs/${ID}`],
  [{ kind: 'batch', id: ID }, `/approvals/${ID}`],
  [{ kind: 'device', id: ID }, `/devices/${ID}`],
  [{ kind: 'oauth_app', id: ID }, `/ai/applications?app=${ID}`],
  [{ kind: 'standing_approval', id: ID }, `/approvals/standing/${ID}`],
  [{ kind: 'job', id: '../../evil' }, '/jobs/..%2F..%2Fevil'],
] as const)('%j leads to %s of this console', (subject, path) => {
  expect(render(content('job.failed', { subject }), 'en', settings).text).toContain(`https://rmm.example.com${path}\n`);
});

test.each([
  ['task', 'A task waits for approval: “Look”', 'Until then each of its runs waits', 'Aufgabe wartet'],
  ['check', 'A script check waits for approval: “Look”', 'Until then it does not run.', 'Skriptprüfung wartet'],
  ['remediation', 'A remediation waits for approval: “Look”', 'Until then each of its runs waits', 'Abhilfe wartet'],
])('a standing approval of a %s says what waits, and what that means', (standing, line, until, german) => {
  const waiting = content('job.awaiting_approval', {
    subject: { kind: 'standing_approval', id: ID },
    hostname: null,
    details: { standing, name: 'Look', requested_by: 'grace' },
  });
  const { subject, text } = render(waiting, 'en', settings);
  expect(subject).toBe(`${line} – Lab`);
  expect(text).toContain('It waits because of what grace saved.');
  expect(text).toContain(until);
  expect(render(waiting, 'de', settings).subject).toBe(`${german} auf Freigabe: „Look“ – Lab`);
});

describe('foreign text', () => {
  const evil =
    'Pay\r\nBcc: all@example.com\r\n\r\nhttp://evil.example/x www.evil.example <img src=x onerror=alert(1)> \u202Etxt.exe\u0007';
  const { subject, text, html } = render(
    content('alert.raised', { hostname: evil, details: { title: evil, message: evil.repeat(20), severity: 'error' } }),
    'en',
    settings,
  );

  test('stays on its line: no header, no paragraph of its own', () => {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(subject).not.toMatch(/[\p{Cc}\u202E]/u);
  });

  test('makes no link and no element', () => {
    expect([...new Set(text.match(/https?:\/\/[^\s,]+/g))]).toEqual([
      `https://rmm.example.com/alerts/${ID}`,
      'https://rmm.example.com',
    ]);
    expect(text).not.toContain('www.evil');
    expect(html).not.toContain('<img');
    expect(
      [...html.matchAll(/href="([^"]*)"/g)].every(([, href]) => href?.startsWith('https://rmm.example.com/')),
    ).toBe(true);
  });

  test('is cut', () => {
    expect(subject.length).toBeLessThan(300);
    expect(text.length).toBeLessThan(2500);
  });
});

test('the lines of an output stay apart on their one line', () => {
  const { text } = render(
    content('alert.raised', { details: { title: 'Disk\nfull', message: 'two are full\r\n\r\n  /var 97 %\n' } }),
    'en',
    settings,
  );
  expect(text).toContain('It said: “two are full · /var 97 %”.');
  expect(text).toContain('Disk full');
});
