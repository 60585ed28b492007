import { cancelAnswer } from './cancel.ts';
import { createSession } from './create-session.ts';
import { deleteSession } from './delete-session.ts';
import { listMessages } from './list-messages.ts';
import { listSessions } from './list-sessions.ts';
import { renameSession } from './rename-session.ts';
import { sendMessage } from './send.ts';

export const chat = [
  listSessions,
  createSession,
  renameSession,
  deleteSession,
  listMessages,
  sendMessage,
  cancelAnswer,
] as const;
