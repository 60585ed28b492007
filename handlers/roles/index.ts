import { createRole } from './create.ts';
import { editRole } from './edit.ts';
import { listRoles } from './list.ts';
import { removeRole } from './remove.ts';

export const roles = [listRoles, createRole, editRole, removeRole] as const;
