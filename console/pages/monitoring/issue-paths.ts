import { numberFields } from './check-draft.ts';
import { configFields } from './config-fields.ts';

/** Paths of what the form shows an issue at; any other is told below it. */
export const issuePaths: readonly string[] = [
  'name',
  ...numberFields,
  ...new Set(Object.values(configFields).flatMap((fields) => fields.map(({ key }) => `config.${key}`))),
  ...['config', 'remediation'].flatMap((program) => [`${program}.script_id`, `${program}.script`, `${program}.args`]),
  'remediation.max_per_hour',
  'remediation.timeout_sec',
];
