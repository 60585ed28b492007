import { createGroup } from './create.ts';
import { deleteGroup } from './delete.ts';
import { listGroups } from './list.ts';
import { renameGroup } from './rename.ts';

export const groups = [listGroups, createGroup, renameGroup, deleteGroup] as const;
