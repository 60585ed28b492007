import type { Call } from './api.ts';

const collectUsage = `#!/usr/bin/env bash
# Show what takes the space. Reads only.
df -h /
du -xh --max-depth=1 /var 2>/dev/null | sort -rh | head -10
`;

const cleanUp = `#!/usr/bin/env bash
# Remove package leftovers, then reboot when the kernel asks for it
set -euo pipefail
apt-get clean
rm -rf /var/tmp/*
if [ -f /var/run/reboot-required ]; then
  shutdown -r +5 "Muster: finishing clean-up"
fi
`;

/** Something to look at on a first visit: finished jobs, and five proposals that wait for a human, two of them about devices. */
export async function propose(call: Call): Promise<void> {
  const { jobs } = await call('GET /api/jobs', { query: { limit: '1' } });
  if (jobs.length > 0) return;
  const { devices } = await call('GET /api/devices', { query: { limit: '100' } });
  const named = (prefix: string) => devices.filter(({ hostname }) => hostname.startsWith(prefix)).map(({ id }) => id);

  const usage = { shell: 'bash', script: collectUsage, description: 'Collect disk usage' };
  const done = await call('POST /api/jobs/bulk', { body: { agent_ids: named('hlv-brg-srv'), ...usage } });
  for (const { batch_id } of done.batches)
    await call('POST /api/jobs/batch/:batch_id/approve', { params: { batch_id }, body: { reason: 'Reads only' } });

  await call('POST /api/jobs/bulk', { body: { agent_ids: named('pfs-adm-srv'), ...usage } });
  await call('POST /api/jobs/bulk', {
    body: {
      agent_ids: named('hlv-brg-srv'),
      shell: 'bash',
      script: cleanUp,
      description: 'Clean up and reboot when needed',
    },
  });
  const queue = {
    shell: 'powershell',
    script: 'Restart-Service -Name Spooler\nGet-Service Spooler',
    description: 'Restart the print queue',
  };
  await call('POST /api/jobs/bulk', { body: { agent_ids: [...named('pfs-laba'), ...named('pfs-labb')], ...queue } });

  const { sites } = await call('GET /api/sites');
  const lab = named('pfs-laba');
  const here = devices.find(({ id }) => id === lab[0]);
  const elsewhere = sites.find(({ id, client_id }) => client_id === here?.client_id && id !== here?.site_id);
  if (elsewhere)
    await call('POST /api/device-operations/move', {
      body: { agent_ids: lab, site_id: elsewhere.id, reason: 'The lab moves over the holidays.' },
    });
  await call('POST /api/device-operations/delete', {
    body: { agent_ids: named('pfs-labb').slice(0, 2), reason: 'Replaced in October, not seen since.' },
  });
}
