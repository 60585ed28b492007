import type { Texts } from '../types.ts';

/** Companies, sites and departments. */
export const organisation = {
  'organisation.failed': 'The organisation did not load.',
  'organisation.find': 'Find a company, site or department',
  'organisation.find_short': 'Find a place',
  'organisation.client': 'Company',
  'organisation.site': 'Site',
  'organisation.group': 'Department',
  'organisation.tree': 'Companies, sites and departments',
  'organisation.online_of': '{online} of {count} online',
  'organisation.no_devices': 'no devices',
  'organisation.show_devices': 'Show the devices of {name}',
  'organisation.acts': 'Actions for {name}',
  'organisation.enroll_here': 'New enrollment token…',
  'organisation.open': 'Show what lies in {name}',

  'organisation.empty': 'No company yet',
  'organisation.empty_why':
    'A company is a customer, or your own. It has sites, a site can have departments, and every device belongs to one of them.',
  'organisation.nothing': 'Nothing is called that',
  'organisation.nothing_why': 'No company, site or department has “{text}” in its name.',
  'organisation.clear': 'Clear the search',

  'organisation.new_client': 'New company',
  'organisation.new_site': 'New site',
  'organisation.new_group': 'New department',
  'organisation.new_in': 'In {name}.',
  'organisation.name': 'Name',
  'organisation.create': 'Create',
  'organisation.created': '{name} is created',
  'organisation.create_failed': 'It was not created.',

  'organisation.taken_client': 'There is a company of this name already.',
  'organisation.taken_site': 'This company has a site of this name already.',
  'organisation.taken_group': 'This site has a department of this name already.',

  'organisation.rename': 'Rename…',
  'organisation.rename_title': 'Rename {name}',
  'organisation.rename_why': 'Devices, jobs and access scopes stay as they are. The audit trail keeps the old name.',
  'organisation.rename_submit': 'Rename',
  'organisation.renamed': '{before} is now {name}',
  'organisation.rename_failed': 'It was not renamed.',

  'organisation.delete': 'Delete…',
  'organisation.delete_title': 'Delete {name}?',
  'organisation.delete_client': 'Delete the company',
  'organisation.delete_site': 'Delete the site',
  'organisation.delete_group': 'Delete the department',
  'organisation.deleted': '{name} is deleted',
  'organisation.delete_failed': 'It was not deleted.',
  'organisation.goes_sites': { one: '{count} site goes with it.', other: '{count} sites go with it.' },
  'organisation.goes_groups': { one: '{count} department goes with it.', other: '{count} departments go with it.' },
  'organisation.goes_tokens': 'Enrollment tokens that lead there stop working.',
  'organisation.goes_scopes': 'Access scopes that name it lose it. An account whose scope is then empty is disabled.',
  'organisation.unassigned': {
    one: '{count} device stays, without a company, until somebody moves it.',
    other: '{count} devices stay, without a company, until somebody moves them.',
  },
  'organisation.leave_group': {
    one: '{count} device stays in {site}, without a department.',
    other: '{count} devices stay in {site}, without a department.',
  },
  'organisation.site_holds': {
    one: '{count} device is in this site. Move or delete it first: a site is deleted only when it is empty.',
    other: '{count} devices are in this site. Move or delete them first: a site is deleted only when it is empty.',
  },
} as const satisfies Texts;
