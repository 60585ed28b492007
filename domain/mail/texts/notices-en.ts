import { number } from './foreign.ts';
import { lettersOf, type NoticeWords } from './notices.ts';

const severity = (word: string) => (word === 'error' ? 'Error' : 'Warning');
const on = (host: string) => (host ? ` on ${host}` : '');
const quoted = (text: string) => (text ? ` “${text}”` : '');
const standing: Record<string, { waits: string; until: string }> = {
  task: { waits: 'A task waits for approval', until: 'Until then each of its runs waits for approval.' },
  check: { waits: 'A script check waits for approval', until: 'Until then it does not run.' },
  remediation: { waits: 'A remediation waits for approval', until: 'Until then each of its runs waits for approval.' },
};
const resolutions: Record<string, string> = {
  cleared: 'It recovered by itself.',
  source_removed: 'What it was about has been removed.',
  manual: 'Somebody resolved it.',
};

const words: NoticeWords = {
  hello: (username) => `Hello ${username},`,
  events: {
    'alert.raised': {
      line: ({ host, of }) => `${severity(of('severity'))}: ${of('title')}${on(host)}`,
      many: (count) => `${count} more alerts were raised`,
      open: 'Open the alert',
    },
    'alert.reopened': {
      line: ({ host, of }) => `Back again, ${severity(of('severity')).toLowerCase()}: ${of('title')}${on(host)}`,
      many: (count) => `${count} more alerts came back`,
      open: 'Open the alert',
    },
    'alert.resolved': {
      line: ({ host, of }) => `Resolved: ${of('title')}${on(host)}`,
      many: (count) => `${count} more alerts were resolved`,
      open: 'Open the alert',
    },
    'device.offline': {
      line: ({ host }) => `${host} is offline`,
      many: (count) => `${count} more devices went offline`,
      open: 'Open the device',
    },
    'device.online': {
      line: ({ host }) => `${host} is back online`,
      many: (count) => `${count} more devices are back online`,
      open: 'Open the device',
    },
    'device.enrolled': {
      line: ({ host }) => `${host} was enrolled`,
      many: (count) => `${count} more devices were enrolled`,
      open: 'Open the device',
    },
    'job.awaiting_approval': {
      line: ({ host, of, count }) => {
        const lasting = standing[of('standing')];
        if (lasting) return `${lasting.waits}${on(host)}:${quoted(of('name'))}`;
        const devices = count('devices');
        const where = host ? on(host) : devices ? ` on ${devices} devices` : ' on several devices';
        return `A job waits for approval${where}${of('description') && ':'}${quoted(of('description'))}`;
      },
      many: (count) => `${count} more jobs, tasks or checks wait for approval`,
      open: 'Look at it',
    },
    'job.failed': {
      line: ({ host, of }) => `A job failed${on(host)}${of('description') && ':'}${quoted(of('description'))}`,
      many: (count) => `${count} more jobs failed`,
      open: 'Open the job',
    },
    'patch.failed': {
      line: ({ host, of }) => `A patch failed${on(host)}${of('title') && ':'}${quoted(of('title'))}`,
      many: (count) => `${count} more patches failed`,
      open: 'Open the device',
    },
    'oauth.app.pending': {
      line: ({ of }) => `An AI application waits to be let in:${quoted(of('name'))}`,
      many: (count) => `${count} more AI applications wait to be let in`,
      open: 'Open the applications',
    },
  },
  facts: (event, { of, count }, { time }) => {
    const facts: string[] = [];
    if (of('message')) facts.push(`It said:${quoted(of('message', 500))}.`);
    const [observed, threshold] = [count('observed_value'), count('threshold_value')];
    if (observed !== undefined)
      facts.push(
        threshold === undefined
          ? `Measured: ${number('en-GB', observed)}.`
          : `Measured: ${number('en-GB', observed)}; the threshold is ${number('en-GB', threshold)}.`,
      );
    if (event === 'alert.resolved')
      facts.push(of('resolved_by') ? `Resolved by ${of('resolved_by')}.` : (resolutions[of('resolution')] ?? ''));
    if (of('proposed_by')) facts.push(`Proposed by ${of('proposed_by')}.`);
    if (of('requested_by')) facts.push(`It waits because of what ${of('requested_by')} saved.`);
    facts.push(standing[of('standing')]?.until ?? '');
    const exit = count('exit_code');
    if (exit !== undefined) facts.push(`Exit code ${exit}.`);
    if (of('error')) facts.push(`It said:${quoted(of('error', 500))}.`);
    const seen = of('last_seen_at');
    if (seen && !Number.isNaN(Date.parse(seen))) facts.push(`It was last seen on ${time(seen)}.`);
    if (of('os')) facts.push(`System: ${of('os')}.`);
    if (of('hosts')) facts.push(`It returns to ${of('hosts')}.`);
    return facts.filter(Boolean);
  },
  happened: (at) => `Noted on ${at}.`,
  since: (at) => `So much happened in a minute, since ${at}, that it comes as one mail.`,
  more: (count) => `… and ${count} more.`,
  openAll: 'Look at all of them',
  why: 'You get this because you chose it under “My account” in the console; there you can switch it off.',
};

export const notices = lettersOf(words);
