/** Configuration: every RMM_* variable of the server. */
import { z } from 'zod';

export const LogLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
export type LogLevel = z.infer<typeof LogLevel>;
