import { z } from 'zod';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const downloadAgent = endpoint(
  {
    route: 'GET /dl/:file',
    summary: 'Download an agent, rmm-agent-<os>-<arch>, or with .sig behind it its detached Ed25519 signature',
    access: everyone,
    params: z.strictObject({ file: z.string() }),
    output: z.instanceof(Uint8Array),
    door: 'agents',
    responds: 'file',
  },
  (ctx, { params }) => ctx.instance.agentFile(params.file),
);
