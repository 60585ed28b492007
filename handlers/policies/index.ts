import { assignPolicy } from './assign.ts';
import { createPolicy } from './create.ts';
import { deletePolicy } from './delete.ts';
import { editPolicy } from './edit.ts';
import { getPolicy } from './get.ts';
import { listPolicies } from './list.ts';
import { listAssignments } from './list-assignments.ts';
import { unassignPolicy } from './unassign.ts';

export const policies = [
  listPolicies,
  createPolicy,
  getPolicy,
  editPolicy,
  deletePolicy,
  listAssignments,
  assignPolicy,
  unassignPolicy,
] as const;
