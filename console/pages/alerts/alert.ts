import type { Output } from '../../api.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { IconBellOff, IconCalendar, IconCheck, IconError, IconUser, IconWarn } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import { valueText } from '../monitoring/check-words.ts';

export type Alert = Output<'GET /api/alerts/:id'>;
export type AlertStatus = Alert['status'];
export type Severity = Alert['severity'];

const severities: Record<Severity, Pick<StatusLook, 'tone' | 'icon'>> = {
  error: { tone: 'err', icon: IconError },
  warning: { tone: 'warn', icon: IconWarn },
};

export const severityLook = (severity: Severity): StatusLook => ({
  ...severities[severity],
  word: t(`alerts.severity.${severity}`),
});

/** What was decided on it; an open one shows how bad it is. */
export function statusLook({ status, severity }: Pick<Alert, 'status' | 'severity'>): StatusLook {
  if (status === 'open') return { ...severities[severity], word: t('alerts.status.open') };
  if (status === 'acknowledged') return { tone: 'run', icon: IconUser, word: t('alerts.status.acknowledged') };
  return { tone: 'ok', icon: IconCheck, word: t('alerts.status.resolved') };
}

/** Nobody is told of it now: maintenance is planned work, a silence is somebody's wish. */
export function quietLook({
  suppressed,
  suppression_kind,
}: Pick<Alert, 'suppressed' | 'suppression_kind'>): StatusLook | undefined {
  if (!suppressed) return undefined;
  if (suppression_kind === 'maintenance') return { tone: 'idle', icon: IconCalendar, word: t('alerts.maintenance') };
  return { tone: 'idle', icon: IconBellOff, word: t('alerts.silenced') };
}

/** A value in the unit of its check, where that is known. */
const formatValue = (value: number, type: Alert['check_type']): string =>
  type === null ? formatNumber(value, { maximumFractionDigits: 2 }) : valueText(type, value);

/** "91.5 %, limit 90 %"; undefined where there is no value. */
export function valueAgainst({ observed_value, threshold_value, check_type }: Alert): string | undefined {
  if (observed_value === null) return undefined;
  const value = formatValue(observed_value, check_type);
  if (threshold_value === null) return value;
  return t('alerts.value_limit', { value, limit: formatValue(threshold_value, check_type) });
}
