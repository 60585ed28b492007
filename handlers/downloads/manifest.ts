import { z } from 'zod';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const downloadManifest = endpoint(
  {
    route: 'GET /dl/manifest.json',
    summary: 'Tell version, expiry, sizes and hashes of the published agents',
    access: everyone,
    output: z.instanceof(Uint8Array),
    door: 'agents',
    responds: 'file',
  },
  (ctx) => ctx.instance.agentFile('manifest.json'),
);
