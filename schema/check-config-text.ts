/** What the config of each check type takes, for the OpenAPI document; the same as the table in docs/checks.md. */
import type { CheckType } from './check-types.ts';

export const configTexts: Record<CheckType, string> = {
  diskspace: 'mount (a mount point or drive, default "all")',
  cpuload: 'window_sec (1 to 600, default 60)',
  memory: 'nothing',
  swap: 'nothing',
  load: 'nothing',
  ping: 'host (required), count (1 to 20, default 4)',
  tcp: 'host (required), port (required, 1 to 65535)',
  http:
    'url (required, http or https), method (GET, HEAD or POST, default GET), expect_status (100 to 599, default 200), ' +
    'expect_body (text that the answer must hold, default none), follow (redirects, default true)',
  certificate: 'host (required), port (1 to 65535, default 443)',
  service: 'name (required), restart_if_stopped (default false)',
  process: 'name (required), min_count (0 to 100000, default 1), max_count (0 to 100000, not less than min_count)',
  script: 'script_id, or shell and script; args (a list, default empty), env (an object, default empty)',
  eventlog:
    'log (default ""), level (critical, error, warning or information, default error), source (default ""), ' +
    'event_id (0 to 65535), contains (text, default ""), window_min (1 to 1440, default 15)',
  file: 'path (required), max_age_min (at least 1), max_size_mb (at least 0), must_exist (default true)',
  reboot: 'nothing',
  patchage: 'nothing',
  uptime: 'nothing',
  offline: 'nothing',
};

export const configText = `By type. ${Object.entries(configTexts)
  .map(([type, keys]) => `${type}: ${keys}`)
  .join('. ')}.`;
