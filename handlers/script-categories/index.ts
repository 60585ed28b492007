import { createScriptCategory } from './create.ts';
import { deleteScriptCategory } from './delete.ts';
import { listScriptCategories } from './list.ts';
import { renameScriptCategory } from './rename.ts';

export const scriptCategories = [
  listScriptCategories,
  createScriptCategory,
  renameScriptCategory,
  deleteScriptCategory,
] as const;
