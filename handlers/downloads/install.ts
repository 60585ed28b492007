import { z } from 'zod';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const downloadInstaller = endpoint(
  {
    route: 'GET /install.sh',
    summary: "Download the installer for Linux, with this server's address in it",
    access: everyone,
    output: z.instanceof(Uint8Array),
    door: 'agents',
    responds: 'file',
  },
  (ctx) => ctx.instance.installer('install.sh'),
);
