/** JSON lines on stdout. What must never be in a log is removed here by its key, wherever a caller forgot. */
import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../schema/config.ts';

export type Log = Logger;

/** Keys whose values are secrets, credentials or what people run; two levels deep, as `{ job: { script } }`. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'credential',
  'password',
  'new_password',
  'current_password',
  'script',
  'secret',
  'client_secret',
  'secretKey',
  'token',
  'ticket',
  'code',
  'recovery_codes',
  'stdout',
];

/** A logger that writes what is at least `level`; `silent` writes nothing. `destination` is for tests. */
export function createLog(level: LogLevel | 'silent', destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
