import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from './agents.ts';

/** A key and a certificate for that name, from openssl, for 30 days. */
export function selfSigned(name: string) {
  const folder = scratch();
  const kind = /^[\d.]+$/.test(name) ? 'IP' : 'DNS';
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
      ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=${kind}:${name}`],
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) };
}
