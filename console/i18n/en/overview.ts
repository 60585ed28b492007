import type { Texts } from '../types.ts';

/** The first page. */
export const overview = {
  'overview.title': 'Overview',
  'overview.failed': 'The overview did not load.',
  'overview.fleet': 'Fleet health',
  'overview.online': 'Online',
  'overview.of_devices': { one: 'of {count} device', other: 'of {count} devices' },
  'overview.offline': { one: '{count} offline', other: '{count} offline' },
  'overview.none_offline': 'None offline',
  'overview.failed_jobs': 'Failed jobs',
  'overview.in_hours': { one: 'in {count} hour', other: 'in {count} hours' },
  'overview.failed_most': { one: 'Most in one hour: {count}', other: 'Most in one hour: {count}' },
  'overview.failed_none': 'No job failed',
  'overview.waiting': 'Waiting for approval',
  'overview.proposals': { one: 'proposal', other: 'proposals' },
  'overview.waiting_sub': '{devices}, oldest {age}',
  'overview.waiting_none': 'Nobody waits for you',
  'overview.ai': { one: '{count} from AI applications', other: '{count} from AI applications' },

  'overview.queue': 'Open the queue',
  'overview.queue_more': { one: '{count} more in the queue', other: '{count} more in the queue' },

  'overview.companies': 'Companies',
  'overview.companies_sub': 'Most offline first. The bar is the fleet, its grey end is offline.',
  'overview.companies_none': 'No devices yet',
  'overview.companies_why': 'Devices appear here, by company, as soon as an agent enrolls.',
  'overview.enroll': 'Enroll a device',
  'overview.company': 'Company',
  'overview.unassigned': 'No company',
  'overview.column_waiting': 'Waiting',
  'overview.none': 'none',

  'overview.last_hours': { one: 'last hour', other: 'last {count} hours' },
  'overview.all_companies': 'all companies',
  'overview.show_failed': { one: '{count} failed', other: '{count} failed' },
  'overview.chart': 'Failed jobs per hour, last {hours} hours: {total} in total, most at {time} with {most}',
  'overview.chart_none': 'Failed jobs per hour, last {hours} hours: none',
  'overview.now': 'now',

  'overview.recent': 'Recent activity',
  'overview.audit': 'Audit',
  'overview.recent_none': 'Nothing happened yet',

  'overview.own': 'Your administrator account',
  'overview.own_email': 'It has no mail address, so a forgotten password cannot be reset by mail.',
  'overview.own_two_step': 'Two-step sign-in is off, so a stolen password is enough to get in.',
  'overview.own_open': 'Open your account',
  'overview.own_dismiss': 'Hide this hint',
} as const satisfies Texts;
