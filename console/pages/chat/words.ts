import { type Label, t } from '../../i18n/index.ts';
import type { ChatStep } from './chat.ts';

/** What a tool looks at or proposes. */
const tools: Partial<Record<string, Label>> = {
  list_devices: 'chat.tool.list_devices',
  get_device: 'chat.tool.get_device',
  get_inventory: 'chat.tool.get_inventory',
  list_clients: 'chat.tool.list_clients',
  list_sites: 'chat.tool.list_sites',
  list_groups: 'chat.tool.list_groups',
  list_jobs: 'chat.tool.list_jobs',
  get_job: 'chat.tool.get_job',
  list_alerts: 'chat.tool.list_alerts',
  get_alert: 'chat.tool.get_alert',
  list_checks: 'chat.tool.list_checks',
  get_check_results: 'chat.tool.get_check_results',
  list_tasks: 'chat.tool.list_tasks',
  list_scripts: 'chat.tool.list_scripts',
  get_script: 'chat.tool.get_script',
  list_patches: 'chat.tool.list_patches',
  get_compliance: 'chat.tool.get_compliance',
  get_software_report: 'chat.tool.get_software_report',
  get_dashboard: 'chat.tool.get_dashboard',
  search_audit: 'chat.tool.search_audit',
  propose_job: 'chat.tool.propose_job',
  propose_bulk_job: 'chat.tool.propose_bulk_job',
  propose_move_devices: 'chat.tool.propose_move_devices',
  propose_delete_devices: 'chat.tool.propose_delete_devices',
};

const words = {
  look: { running: 'chat.step.looking', done: 'chat.step.looked', failed: 'chat.step.not_looked' },
  propose: { running: 'chat.step.proposing', done: 'chat.step.proposed', failed: 'chat.step.not_proposed' },
  use: { running: 'chat.step.using', done: 'chat.step.used', failed: 'chat.step.not_used' },
} as const;

export const isProposal = (tool: string): boolean => tool.startsWith('propose_');

/** "Looked at devices". A tool that this page does not know is named as the AI names it. */
export function stepSentence({ tool, state }: Pick<ChatStep, 'tool' | 'state'>): string {
  const label = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (label === undefined) return t(words.use[state], { what: tool });
  return t(words[isProposal(tool) ? 'propose' : 'look'][state], { what: t(label) });
}

/** Why an answer failed (schema/chat.ts, chatFailures) or was not begun. */
const failures: Partial<Record<string, Label>> = {
  ai_not_configured: 'chat.error.ai_not_configured',
  ai_key_unreadable: 'chat.error.ai_key_unreadable',
  chat_busy: 'chat.error.chat_busy',
  chat_full: 'chat.error.chat_full',
  token_budget_used: 'chat.error.token_budget_used',
  provider_key_refused: 'chat.error.provider_key_refused',
  provider_model_unknown: 'chat.error.provider_model_unknown',
  provider_rate_limited: 'chat.error.provider_rate_limited',
  provider_overloaded: 'chat.error.provider_overloaded',
  provider_unreachable: 'chat.error.provider_unreachable',
  provider_timeout: 'chat.error.provider_timeout',
  provider_context_too_long: 'chat.error.provider_context_too_long',
  provider_refused: 'chat.error.provider_refused',
  provider_failed: 'chat.error.provider_failed',
  too_many_steps: 'chat.error.too_many_steps',
  answer_too_long: 'chat.error.answer_too_long',
  access_withdrawn: 'chat.error.access_withdrawn',
  interrupted: 'chat.error.interrupted',
  internal_error: 'chat.error.internal_error',
};

/** What whoever sets the AI up can mend. */
const ofSettings: readonly string[] = [
  'ai_not_configured',
  'ai_key_unreadable',
  'provider_key_refused',
  'provider_model_unknown',
  'provider_unreachable',
  'provider_refused',
];
export const isOfSettings = (code: string): boolean => ofSettings.includes(code);

/** The same question would fail again, whoever asks it. */
export const isHopeless = (code: string): boolean => code === 'provider_context_too_long';

/** The sentence of a code of the chat; undefined when it is none of them. */
export function failureSentence(code: string): string | undefined {
  const label = Object.hasOwn(failures, code) ? failures[code] : undefined;
  return label && t(label);
}
