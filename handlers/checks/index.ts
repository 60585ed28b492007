import { createCheck } from './create.ts';
import { deleteCheck } from './delete.ts';
import { getCheck } from './get.ts';
import { listInstances } from './instances.ts';
import { listChecks } from './list.ts';
import { readResults } from './results.ts';
import { updateCheck } from './update.ts';

export const checks = [
  listChecks,
  createCheck,
  getCheck,
  updateCheck,
  deleteCheck,
  listInstances,
  readResults,
] as const;
