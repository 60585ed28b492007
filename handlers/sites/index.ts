import { createSite } from './create.ts';
import { deleteSite } from './delete.ts';
import { listSites } from './list.ts';
import { renameSite } from './rename.ts';

export const sites = [listSites, createSite, renameSite, deleteSite] as const;
