import { addMyPasskey } from './add-passkey.ts';
import { changeMyPassword } from './change-password.ts';
import { editMe } from './edit.ts';
import { listMyPasskeys } from './list-passkeys.ts';
import { listMySessions } from './list-sessions.ts';
import { createMyLiveTicket } from './live-ticket.ts';
import { readMe } from './read.ts';
import { removeMyPasskey } from './remove-passkey.ts';
import { renameMyPasskey } from './rename-passkey.ts';
import { revokeMySession } from './revoke-session.ts';
import { startMyPasskey } from './start-passkey.ts';

const passkeys = [listMyPasskeys, startMyPasskey, addMyPasskey, renameMyPasskey, removeMyPasskey] as const;

export const me = [
  readMe,
  editMe,
  listMySessions,
  revokeMySession,
  changeMyPassword,
  createMyLiveTicket,
  ...passkeys,
] as const;
