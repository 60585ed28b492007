import type { Call } from './api.ts';

/** Where this machine is enrolled: no policy of the demo reaches it, so that it is never asked what only simulated ones can answer. */
export const THIS_MACHINE = 'Test bench';

/** Two companies as a small service provider might look after them. */
const companies = [
  {
    name: 'Halvorsen Marine',
    sites: [
      { name: 'Bergen', departments: ['Infrastructure', 'Office', THIS_MACHINE] },
      { name: 'Vessels', departments: ['Bridge'] },
    ],
  },
  {
    name: 'Pinefold Schools',
    sites: [
      { name: 'Hillcrest', departments: ['Lab A', 'Lab B', 'Administration'] },
      { name: 'Riverside', departments: ['Classrooms'] },
    ],
  },
];

export interface Placement {
  company: string;
  site: string;
  site_id: string;
  department: string;
  group_id: string;
}

/** Makes what is missing and returns every department; a second start of the demo finds the first one's. */
export async function organise(call: Call): Promise<Placement[]> {
  const placements: Placement[] = [];
  for (const company of companies) {
    const { clients } = await call('GET /api/clients');
    const client =
      clients.find(({ name }) => name === company.name) ??
      (await call('POST /api/clients', { body: { name: company.name } }));
    for (const { name, departments } of company.sites) {
      const { sites } = await call('GET /api/sites', { query: { client_id: client.id } });
      const site =
        sites.find((one) => one.name === name) ??
        (await call('POST /api/sites', { body: { client_id: client.id, name } }));
      const { groups } = await call('GET /api/groups', { query: { site_id: site.id } });
      for (const department of departments) {
        const group =
          groups.find((one) => one.name === department) ??
          (await call('POST /api/groups', { body: { site_id: site.id, name: department } }));
        placements.push({ company: company.name, site: name, site_id: site.id, department, group_id: group.id });
      }
    }
  }
  return placements;
}
