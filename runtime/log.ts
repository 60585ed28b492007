/** JSON lines on stdout. What must never be in a log is removed here by its key, wherever a caller forgot. */
import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../schema/config.ts';

export type Log = Logger;

/** Keys whose values are secrets, credentials or what people run; down to two levels, as `{ req: { headers: { … } } }`. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'set-cookie',
  'sec-websocket-protocol', // carries tickets
  'credential',
  'password',
  'new_password',
  'current_password',
  'script',
  'secret',
  'client_secret',
  'api_key',
  'token',
  'ticket',
  'recovery_codes',
  'stdout',
];

/** pino's notation: brackets, since some keys hold a dash. */
const SECRET_PATHS = SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);

/** A logger that writes what is at least `level`; `silent` writes nothing. `destination` is for tests. */
export function createLog(level: LogLevel | 'silent', destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
