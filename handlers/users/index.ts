import { createUser } from './create.ts';
import { disableUser } from './disable.ts';
import { editUser } from './edit.ts';
import { enableUser } from './enable.ts';
import { listUsers } from './list.ts';
import { readUserScopes } from './read-scopes.ts';
import { removeUser } from './remove.ts';
import { replaceUserScopes } from './replace-scopes.ts';

export const users = [
  listUsers,
  createUser,
  editUser,
  removeUser,
  disableUser,
  enableUser,
  readUserScopes,
  replaceUserScopes,
] as const;
