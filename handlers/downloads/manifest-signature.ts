import { z } from 'zod';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const downloadManifestSignature = endpoint(
  {
    route: 'GET /dl/manifest.json.sig',
    summary: 'Download the Ed25519 signature over the exact bytes of the manifest',
    access: everyone,
    output: z.instanceof(Uint8Array),
    door: 'agents',
    responds: 'file',
  },
  (ctx) => ctx.instance.agentFile('manifest.json.sig'),
);
