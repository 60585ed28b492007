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

/** Something to look at on a first visit: finished jobs, and three proposals that wait for a human. */
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
  const lab = {
    shell: 'powershell',
    script: 'Restart-Service -Name Spooler\nGet-Service Spooler',
    description: 'Restart the print queue',
  };
  await call('POST /api/jobs/bulk', { body: { agent_ids: [...named('pfs-laba'), ...named('pfs-labb')], ...lab } });
}
