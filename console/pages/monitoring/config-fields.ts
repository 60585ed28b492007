import type { Label } from '../../i18n/index.ts';
import type { CheckType } from './queries.ts';

/** One setting of a type, as schema/check-types.ts has it. */
export type ConfigField = {
  key: string;
  kind: 'text' | 'number' | 'boolean' | 'choice';
  label: Label;
  hint?: Label;
  /** What a new check begins with; nothing is left out of what is sent. */
  start?: string | boolean;
  required?: boolean;
  /** Without a label the value is the word. */
  choices?: readonly { value: string; label?: Label }[];
};

const host: ConfigField = {
  key: 'host',
  kind: 'text',
  label: 'checks.config.host',
  hint: 'checks.config.host_hint',
  required: true,
};
const port = (start?: string): ConfigField => ({
  ...{ key: 'port', kind: 'number', label: 'checks.config.port', required: true },
  ...(start && { start }),
});
const levels = ['critical', 'error', 'warning', 'information'] as const;

/** A script check's program has a form of its own (program-fields.tsx). */
export const configFields: Partial<Record<CheckType, readonly ConfigField[]>> = {
  diskspace: [
    { key: 'mount', kind: 'text', label: 'checks.config.mount', hint: 'checks.config.mount_hint', start: 'all' },
  ],
  cpuload: [{ key: 'window_sec', kind: 'number', label: 'checks.config.window_sec', start: '60' }],
  ping: [host, { key: 'count', kind: 'number', label: 'checks.config.count', start: '4' }],
  tcp: [host, port()],
  http: [
    { key: 'url', kind: 'text', label: 'checks.config.url', start: 'https://', required: true },
    {
      key: 'method',
      kind: 'choice',
      label: 'checks.config.method',
      start: 'GET',
      choices: ['GET', 'HEAD', 'POST'].map((value) => ({ value })),
    },
    { key: 'expect_status', kind: 'number', label: 'checks.config.expect_status', start: '200' },
    { key: 'expect_body', kind: 'text', label: 'checks.config.expect_body', hint: 'checks.config.expect_body_hint' },
    { key: 'follow', kind: 'boolean', label: 'checks.config.follow', start: true },
  ],
  certificate: [host, port('443')],
  service: [
    { key: 'name', kind: 'text', label: 'checks.config.service_name', required: true },
    { key: 'restart_if_stopped', kind: 'boolean', label: 'checks.config.restart', start: false },
  ],
  process: [
    { key: 'name', kind: 'text', label: 'checks.config.process_name', required: true },
    { key: 'min_count', kind: 'number', label: 'checks.config.min_count', start: '1' },
    { key: 'max_count', kind: 'number', label: 'checks.config.max_count' },
  ],
  eventlog: [
    { key: 'log', kind: 'text', label: 'checks.config.log', hint: 'checks.config.log_hint' },
    {
      key: 'level',
      kind: 'choice',
      label: 'checks.config.level',
      start: 'error',
      choices: levels.map((value) => ({ value, label: `checks.config.level.${value}` as const })),
    },
    { key: 'source', kind: 'text', label: 'checks.config.source', hint: 'checks.config.source_hint' },
    { key: 'event_id', kind: 'number', label: 'checks.config.event_id' },
    { key: 'contains', kind: 'text', label: 'checks.config.contains' },
    { key: 'window_min', kind: 'number', label: 'checks.config.window_min', start: '15' },
  ],
  file: [
    { key: 'path', kind: 'text', label: 'checks.config.path', required: true },
    { key: 'must_exist', kind: 'boolean', label: 'checks.config.must_exist', start: true },
    { key: 'max_age_min', kind: 'number', label: 'checks.config.max_age_min' },
    { key: 'max_size_mb', kind: 'number', label: 'checks.config.max_size_mb' },
  ],
};
