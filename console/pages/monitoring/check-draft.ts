import { createStore } from 'solid-js/store';
import type { Api } from '../../api-types.ts';
import { can } from '../../session.ts';
import { measureOf, typeName, usualLimits } from './check-words.ts';
import { configFields } from './config-fields.ts';
import { isNumber, numberOf, textOf } from './numbers.ts';
import { emptyProgram, isChosen, type ProgramDraft, programBody, programDraft } from './program-draft.ts';
import type { Check, CheckType } from './queries.ts';

type Body = Api['PUT /api/checks/:id']['body'];

export type Owner =
  | { kind: 'policy'; id: string | undefined }
  | { kind: 'device'; device: { id: string; hostname: string } | undefined };

/** Limits and times as typed. */
export const numberFields = [
  'warn_threshold',
  'err_threshold',
  'hysteresis',
  'interval_sec',
  'timeout_sec',
  'failure_count',
  'recovery_count',
  'cooldown_sec',
] as const;
export type NumberField = (typeof numberFields)[number];

export type CheckDraft = {
  type: CheckType;
  name: string;
  owner: Owner;
  config: Record<string, string | boolean>;
  numbers: Record<NumberField, string>;
  enabled: boolean;
  program: ProgramDraft;
  remediate: boolean;
  remediation: ProgramDraft;
  perHour: string;
  remediationTimeout: string;
};

const library = () => (can('scripts.view') ? 'library' : 'own');

/** A new check of this type. */
export function newDraft(type: CheckType, owner: Owner): CheckDraft {
  const limits = usualLimits[type];
  const config = Object.fromEntries(
    (configFields[type] ?? []).map(({ key, kind, start }) => [key, start ?? (kind === 'boolean' ? false : '')]),
  );
  const numbers = {
    ...{ warn_threshold: textOf(limits?.warn), err_threshold: textOf(limits?.err), hysteresis: '2' },
    ...{ interval_sec: '60', timeout_sec: '180', failure_count: '2', recovery_count: '2', cooldown_sec: '300' },
  };
  return {
    ...{ type, name: typeName(type), owner, config, numbers, enabled: true, program: emptyProgram(library()) },
    ...{ remediate: false, remediation: emptyProgram(library()), perHour: '3', remediationTimeout: '3600' },
  };
}

/** A check as it is saved. */
export function draftOf(check: Check): CheckDraft {
  const { type, name, policy_id, agent_id, agent_hostname, enabled, remediation } = check;
  const owner: Owner =
    policy_id === null
      ? { kind: 'device', device: { id: agent_id ?? '', hostname: agent_hostname ?? '' } }
      : { kind: 'policy', id: policy_id };
  const config = Object.fromEntries(
    (configFields[type] ?? []).map(({ key, kind }) => {
      const value = check.config[key];
      return [key, kind === 'boolean' ? value === true : typeof value === 'string' ? value : textOf(value)];
    }),
  );
  return {
    ...newDraft(type, owner),
    ...{ name, config, enabled, remediate: remediation !== null },
    numbers: {
      ...{ warn_threshold: textOf(check.warn_threshold), err_threshold: textOf(check.err_threshold) },
      ...{ hysteresis: textOf(check.hysteresis), interval_sec: textOf(check.interval_sec) },
      ...{ timeout_sec: textOf(check.timeout_sec), failure_count: textOf(check.failure_count) },
      ...{ recovery_count: textOf(check.recovery_count), cooldown_sec: textOf(check.cooldown_sec) },
    },
    ...(type === 'script' && { program: programDraft(check.config) }),
    ...(remediation && {
      remediation: programDraft(remediation),
      perHour: String(remediation.max_per_hour),
      remediationTimeout: String(remediation.timeout_sec),
    }),
  };
}

/** The state of a check that is being written. */
export function createCheckDraft(start: CheckDraft) {
  const [draft, set] = createStore<CheckDraft>(start);
  const config = () => configFields[draft.type] ?? [];
  /** What holds no number where one belongs. */
  const wrong = (text: string, empty: boolean) => (text.trim() === '' ? !empty : !isNumber(text));
  const wrongNumber = (field: NumberField) => wrong(draft.numbers[field], field.endsWith('threshold'));
  const wrongConfig = (key: string) => {
    const field = config().find((one) => one.key === key);
    return field?.kind === 'number' && wrong(String(draft.config[key] ?? ''), field.required !== true);
  };
  return {
    draft,
    set,
    config,
    wrongNumber,
    wrongConfig,
    owned: () => (draft.owner.kind === 'policy' ? draft.owner.id : draft.owner.device?.id) !== undefined,
    ready: () =>
      numberFields.every((field) => !wrongNumber(field)) &&
      config().every(({ key }) => !wrongConfig(key)) &&
      (draft.type !== 'script' || isChosen(draft.program)) &&
      (!draft.remediate ||
        (isChosen(draft.remediation) && isNumber(draft.perHour) && isNumber(draft.remediationTimeout))),
    /** Everything that can change, as the API takes it. */
    body: (): Required<Omit<Body, 'type' | 'agent_id' | 'policy_id'>> => bodyOf(draft),
  };
}
export type CheckForm = ReturnType<typeof createCheckDraft>;

function bodyOf(draft: CheckDraft): Required<Omit<Body, 'type' | 'agent_id' | 'policy_id'>> {
  const number = (field: NumberField) => numberOf(draft.numbers[field]);
  const threshold = (field: NumberField) =>
    measureOf(draft.type) === null || draft.numbers[field].trim() === '' ? null : number(field);
  return {
    ...{ name: draft.name.trim(), enabled: draft.enabled, config: configOf(draft) },
    ...{ warn_threshold: threshold('warn_threshold'), err_threshold: threshold('err_threshold') },
    ...{ hysteresis: number('hysteresis'), interval_sec: number('interval_sec'), timeout_sec: number('timeout_sec') },
    ...{ failure_count: number('failure_count'), recovery_count: number('recovery_count') },
    cooldown_sec: number('cooldown_sec'),
    remediation: draft.remediate
      ? {
          ...programBody(draft.remediation),
          max_per_hour: numberOf(draft.perHour),
          timeout_sec: numberOf(draft.remediationTimeout),
        }
      : null,
  };
}

function configOf(draft: CheckDraft): Record<string, unknown> {
  if (draft.type === 'script') return programBody(draft.program);
  const entries = (configFields[draft.type] ?? []).flatMap(({ key, kind, required }): [string, unknown][] => {
    const value = draft.config[key] ?? '';
    if (typeof value === 'boolean') return [[key, value]];
    if (value.trim() === '' && !required) return [];
    return [[key, kind === 'number' ? numberOf(value) : value.trim()]];
  });
  return Object.fromEntries(entries);
}
