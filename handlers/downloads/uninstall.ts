import { z } from 'zod';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const downloadUninstaller = endpoint(
  {
    route: 'GET /uninstall.sh',
    summary: 'Download the uninstaller for Linux',
    access: everyone,
    output: z.instanceof(Uint8Array),
    door: 'agents',
    responds: 'file',
  },
  (ctx) => ctx.instance.installer('uninstall.sh'),
);
