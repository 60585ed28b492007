import { unwrap } from 'solid-js/store';
import { type Label, t } from '../../i18n/index.ts';
import type { ScriptVersion } from './queries.ts';

const labels = {
  name: 'scripts.name',
  description: 'scripts.description',
  category: 'scripts.category',
  shell: 'scripts.shell',
  parameters: 'scripts.parameters',
  systems: 'scripts.systems',
  timeout_sec: 'jobs.fact.limit',
} as const satisfies Partial<Record<keyof ScriptVersion, Label>>;

type Field = keyof typeof labels;
const fields = Object.keys(labels) as Field[];

/** What differs beside the text. */
export const changedFields = (before: ScriptVersion, after: ScriptVersion): Field[] =>
  fields.filter((field) => JSON.stringify(unwrap(before[field])) !== JSON.stringify(unwrap(after[field])));

export const fieldName = (field: Field): string => t(labels[field]);
