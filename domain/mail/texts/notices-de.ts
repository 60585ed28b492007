import { number } from './foreign.ts';
import { lettersOf, type NoticeWords } from './notices.ts';

const severity = (word: string) => (word === 'error' ? 'Fehler' : 'Warnung');
const on = (host: string) => (host ? ` auf ${host}` : '');
const quoted = (text: string) => (text ? ` „${text}“` : '');
const standing: Record<string, { waits: string; until: string }> = {
  task: { waits: 'Aufgabe wartet auf Freigabe', until: 'Bis dahin wartet jeder ihrer Läufe auf Freigabe.' },
  check: { waits: 'Skriptprüfung wartet auf Freigabe', until: 'Bis dahin läuft sie nicht.' },
  remediation: { waits: 'Abhilfe wartet auf Freigabe', until: 'Bis dahin wartet jeder ihrer Läufe auf Freigabe.' },
};
const resolutions: Record<string, string> = {
  cleared: 'Es hat sich von selbst erledigt.',
  source_removed: 'Das, worum es ging, wurde entfernt.',
  manual: 'Jemand hat ihn erledigt.',
};

const words: NoticeWords = {
  hello: (username) => `Guten Tag ${username},`,
  events: {
    'alert.raised': {
      line: ({ host, of }) => `${severity(of('severity'))}: ${of('title')}${on(host)}`,
      many: (count) => `${count} weitere Alarme ausgelöst`,
      open: 'Alarm öffnen',
    },
    'alert.reopened': {
      line: ({ host, of }) => `Wieder da, ${severity(of('severity'))}: ${of('title')}${on(host)}`,
      many: (count) => `${count} weitere Alarme sind wieder da`,
      open: 'Alarm öffnen',
    },
    'alert.resolved': {
      line: ({ host, of }) => `Erledigt: ${of('title')}${on(host)}`,
      many: (count) => `${count} weitere Alarme erledigt`,
      open: 'Alarm öffnen',
    },
    'device.offline': {
      line: ({ host }) => `${host} ist offline`,
      many: (count) => `${count} weitere Geräte sind offline`,
      open: 'Gerät öffnen',
    },
    'device.online': {
      line: ({ host }) => `${host} ist wieder online`,
      many: (count) => `${count} weitere Geräte sind wieder online`,
      open: 'Gerät öffnen',
    },
    'device.enrolled': {
      line: ({ host }) => `${host} wurde aufgenommen`,
      many: (count) => `${count} weitere Geräte wurden aufgenommen`,
      open: 'Gerät öffnen',
    },
    'job.awaiting_approval': {
      line: ({ host, of, count }) => {
        const lasting = standing[of('standing')];
        if (lasting) return `${lasting.waits}${on(host)}:${quoted(of('name'))}`;
        const devices = count('devices');
        const where = host ? on(host) : devices ? ` für ${devices} Geräte` : ' für mehrere Geräte';
        return `Auftrag${where} wartet auf Freigabe${of('description') && ':'}${quoted(of('description'))}`;
      },
      many: (count) => `${count} weitere Aufträge, Aufgaben oder Prüfungen warten auf Freigabe`,
      open: 'Ansehen',
    },
    'job.failed': {
      line: ({ host, of }) =>
        `Auftrag fehlgeschlagen${on(host)}${of('description') && ':'}${quoted(of('description'))}`,
      many: (count) => `${count} weitere Aufträge sind fehlgeschlagen`,
      open: 'Auftrag öffnen',
    },
    'patch.failed': {
      line: ({ host, of }) => `Patch fehlgeschlagen${on(host)}${of('title') && ':'}${quoted(of('title'))}`,
      many: (count) => `${count} weitere Patches sind fehlgeschlagen`,
      open: 'Gerät öffnen',
    },
    'oauth.app.pending': {
      line: ({ of }) => `Eine KI-Anwendung wartet auf Zulassung:${quoted(of('name'))}`,
      many: (count) => `${count} weitere KI-Anwendungen warten auf Zulassung`,
      open: 'Anwendungen öffnen',
    },
  },
  facts: (event, { of, count }, { time }) => {
    const facts: string[] = [];
    if (of('message')) facts.push(`Meldung:${quoted(of('message', 500))}.`);
    const [observed, threshold] = [count('observed_value'), count('threshold_value')];
    if (observed !== undefined)
      facts.push(
        threshold === undefined
          ? `Gemessen: ${number('de-DE', observed)}.`
          : `Gemessen: ${number('de-DE', observed)}; der Schwellwert ist ${number('de-DE', threshold)}.`,
      );
    if (event === 'alert.resolved')
      facts.push(of('resolved_by') ? `Erledigt von ${of('resolved_by')}.` : (resolutions[of('resolution')] ?? ''));
    if (of('proposed_by')) facts.push(`Vorgeschlagen von ${of('proposed_by')}.`);
    if (of('requested_by')) facts.push(`Sie wartet wegen dessen, was ${of('requested_by')} gespeichert hat.`);
    facts.push(standing[of('standing')]?.until ?? '');
    const exit = count('exit_code');
    if (exit !== undefined) facts.push(`Exitcode ${exit}.`);
    if (of('error')) facts.push(`Meldung:${quoted(of('error', 500))}.`);
    const seen = of('last_seen_at');
    if (seen && !Number.isNaN(Date.parse(seen))) facts.push(`Zuletzt gesehen am ${time(seen)}.`);
    if (of('os')) facts.push(`System: ${of('os')}.`);
    if (of('hosts')) facts.push(`Sie kehrt zurück zu ${of('hosts')}.`);
    return facts.filter(Boolean);
  },
  happened: (at) => `Bemerkt am ${at}.`,
  since: (at) => `In einer Minute, seit ${at}, ist so viel geschehen, dass es als eine E-Mail kommt.`,
  more: (count) => `… und ${count} weitere.`,
  openAll: 'Alle ansehen',
  why: 'Sie bekommen das, weil Sie es in der Konsole unter „Mein Konto“ gewählt haben; dort schalten Sie es aus.',
};

export const notices = lettersOf(words);
