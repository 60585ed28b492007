import { createScript } from './create.ts';
import { deleteScript } from './delete.ts';
import { listScripts } from './list.ts';
import { listScriptVersions } from './list-versions.ts';
import { readScript } from './read.ts';
import { restoreScript } from './restore.ts';
import { runScript } from './run.ts';
import { updateScript } from './update.ts';

export const scripts = [
  listScripts,
  createScript,
  readScript,
  updateScript,
  deleteScript,
  listScriptVersions,
  restoreScript,
  runScript,
] as const;
