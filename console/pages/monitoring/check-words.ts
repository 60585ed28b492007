import { measures } from '../../../schema/check-measures.ts';
import { formatDuration, formatNumber } from '../../i18n/format.ts';
import { type Label, t } from '../../i18n/index.ts';
import { IconError, IconHelp, IconOk, IconWaiting, IconWarn } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import type { Check, CheckState, CheckType } from './queries.ts';

export const states: readonly CheckState[] = ['error', 'warning', 'ok', 'unknown'];

const looks: Record<CheckState, Omit<StatusLook, 'word'> & { word: Label }> = {
  ok: { tone: 'ok', icon: IconOk, word: 'checks.status.ok' },
  warning: { tone: 'warn', icon: IconWarn, word: 'checks.status.warning' },
  error: { tone: 'err', icon: IconError, word: 'checks.status.error' },
  unknown: { tone: 'idle', icon: IconHelp, word: 'checks.status.unknown' },
};
export const stateLook = (state: CheckState): StatusLook => ({ ...looks[state], word: t(looks[state].word) });

type Approval = NonNullable<Check['approval']>;
const approvals: Record<Approval, Omit<StatusLook, 'word'> & { word: Label }> = {
  approved: { tone: 'ok', icon: IconOk, word: 'checks.approval.approved' },
  waiting: { tone: 'ask', icon: IconWaiting, word: 'checks.approval.waiting' },
  rejected: { tone: 'err', icon: IconError, word: 'checks.approval.rejected' },
};
export const approvalLook = (state: Approval): StatusLook => ({ ...approvals[state], word: t(approvals[state].word) });

/** The types in the order in which somebody looks for one, in groups. */
export const typeGroups: readonly { label: Label; types: readonly CheckType[] }[] = [
  {
    label: 'checks.group.health',
    types: ['diskspace', 'cpuload', 'memory', 'swap', 'load', 'offline', 'uptime'],
  },
  { label: 'checks.group.running', types: ['service', 'process', 'script', 'eventlog', 'file'] },
  { label: 'checks.group.network', types: ['ping', 'tcp', 'http', 'certificate'] },
  { label: 'checks.group.care', types: ['reboot', 'patchage'] },
];
export const typeName = (type: CheckType): string => t(`checks.type.${type}`);
export const typeWhy = (type: CheckType): string => t(`checks.why.${type}`);
export const measureOf = (type: CheckType) => measures[type];

/** What a type's limits begin with in a new check. */
export const usualLimits: Partial<Record<CheckType, { warn: number; err: number }>> = {
  diskspace: { warn: 80, err: 90 },
  cpuload: { warn: 85, err: 95 },
  memory: { warn: 85, err: 95 },
  swap: { warn: 50, err: 80 },
  load: { warn: 2, err: 4 },
  certificate: { warn: 21, err: 7 },
  patchage: { warn: 30, err: 60 },
  offline: { warn: 600, err: 3600 },
};

/** A value with the unit of its type: "93.4 %", "12 ms"; seconds as a length of time. */
export function valueText(type: CheckType, value: number): string {
  const number = formatNumber(value, { maximumFractionDigits: 2 });
  const unit = measures[type]?.unit;
  if (unit === '%') return formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 1 });
  if (unit === 'd') return t('checks.unit.d', { value: number });
  if (unit === 'ms') return t('checks.unit.ms', { value: number });
  if (unit === 's') return formatDuration(value);
  if (unit === 'per core') return t('checks.unit.per_core', { value: number });
  return number;
}

/** "warning at 80 %, error at 90 %" */
export function limitsText(check: Pick<Check, 'type' | 'warn_threshold' | 'err_threshold'>): string {
  const { type, warn_threshold: warn, err_threshold: err } = check;
  const limits = [
    ...(warn === null ? [] : [t('checks.limit_warn', { value: valueText(type, warn) })]),
    ...(err === null ? [] : [t('checks.limit_err', { value: valueText(type, err) })]),
  ];
  return limits.join(', ') || t('checks.no_limits');
}
