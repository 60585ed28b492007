import { addMyPasskey } from './add-passkey.ts';
import { changeMyPassword } from './change-password.ts';
import { disableMySecondFactor } from './disable-second-factor.ts';
import { editMe } from './edit.ts';
import { enableMySecondFactor } from './enable-second-factor.ts';
import { listMyOauthGrants } from './list-oauth-grants.ts';
import { listMyPasskeys } from './list-passkeys.ts';
import { listMySessions } from './list-sessions.ts';
import { createMyLiveTicket } from './live-ticket.ts';
import { readMe } from './read.ts';
import { readMyNotifications } from './read-notifications.ts';
import { removeMyPasskey } from './remove-passkey.ts';
import { renameMyPasskey } from './rename-passkey.ts';
import { renewMyRecoveryCodes } from './renew-recovery-codes.ts';
import { revokeMyOauthGrant } from './revoke-oauth-grant.ts';
import { revokeMySession } from './revoke-session.ts';
import { setUpMySecondFactor } from './set-up-second-factor.ts';
import { startMyPasskey } from './start-passkey.ts';
import { updateMyNotifications } from './update-notifications.ts';
import { verifyMyEmail } from './verify-email.ts';

const secondFactor = [setUpMySecondFactor, enableMySecondFactor, disableMySecondFactor, renewMyRecoveryCodes] as const;
const passkeys = [listMyPasskeys, startMyPasskey, addMyPasskey, renameMyPasskey, removeMyPasskey] as const;

const mail = [verifyMyEmail, readMyNotifications, updateMyNotifications] as const;

export const me = [
  readMe,
  editMe,
  listMySessions,
  revokeMySession,
  listMyOauthGrants,
  revokeMyOauthGrant,
  changeMyPassword,
  createMyLiveTicket,
  ...secondFactor,
  ...passkeys,
  ...mail,
] as const;
