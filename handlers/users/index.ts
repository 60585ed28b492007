import { createUser } from './create.ts';
import { disableUser } from './disable.ts';
import { editUser } from './edit.ts';
import { changeUserEmail } from './email.ts';
import { enableUser } from './enable.ts';
import { listUsers } from './list.ts';
import { readUser } from './read.ts';
import { readUserScopes } from './read-scopes.ts';
import { removeUser } from './remove.ts';
import { replaceUserScopes } from './replace-scopes.ts';
import { resetSecondFactorOfUser } from './reset-second-factor.ts';
import { setUserPassword } from './set-password.ts';
import { unlinkSsoOfUser } from './unlink-sso.ts';
import { verifyUserEmail } from './verify-email.ts';

export const users = [
  listUsers,
  createUser,
  readUser,
  editUser,
  removeUser,
  disableUser,
  enableUser,
  readUserScopes,
  replaceUserScopes,
  changeUserEmail,
  verifyUserEmail,
  resetSecondFactorOfUser,
  setUserPassword,
  unlinkSsoOfUser,
] as const;
