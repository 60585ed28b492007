import { changeMyPassword } from './change-password.ts';
import { editMe } from './edit.ts';
import { listMySessions } from './list-sessions.ts';
import { createMyLiveTicket } from './live-ticket.ts';
import { readMe } from './read.ts';
import { revokeMySession } from './revoke-session.ts';

export const me = [readMe, editMe, listMySessions, revokeMySession, changeMyPassword, createMyLiveTicket] as const;
