import { listPermissions } from './list.ts';

export const permissions = [listPermissions] as const;
