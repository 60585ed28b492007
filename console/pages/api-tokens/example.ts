import type { Permission } from '../../session.ts';

/** Reads that show something, the most telling first; whoever may none of them still learns who it is. */
const reads: readonly (readonly [Permission, string])[] = [
  ['devices.view', '/api/devices?limit=5'],
  ['jobs.view', '/api/jobs?limit=5'],
  ['clients.view', '/api/clients'],
  ['audit.view', '/api/audit?limit=5'],
];

/** A command that works as pasted, with the first read that a token with these permissions may do. */
export function curlExample(origin: string, token: string, permissions: readonly Permission[]): string {
  const path = reads.find(([permission]) => permissions.includes(permission))?.[1] ?? '/api/me';
  return `curl -H "Authorization: Bearer ${token}" "${origin}${path}"`;
}
