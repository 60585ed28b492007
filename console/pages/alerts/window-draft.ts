import { type Accessor, createSignal } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { createSubmit, type Submit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { type Organisation, useOrganisation } from '../organisation/organisation.ts';
import type { Place } from '../organisation/places.ts';
import { alertsChanged } from './changed.ts';
import { endOf, fromLocalInput, localInput } from './silence.ts';
import { minuteOf, minutesFrom } from './window-times.ts';

export type AlertWindow = Output<'GET /api/alert-suppressions'>['alert_suppressions'][number];

/** What a window is for: all that its author may see, a place, or a device that its page led here from. */
export type WindowTarget = 'everything' | Place | { kind: 'agent'; id: string; name: string };

export type WindowValues = {
  kind: AlertWindow['kind'];
  reason: string;
  /** As fields of local time have them; an empty start is now. */
  starts: string;
  ends: string;
  weekly: boolean;
  days: readonly number[];
  /** "22:00" */
  from: string;
  until: string;
  timezone: string;
};

export type WindowDraft = {
  organisation: Organisation;
  values: Accessor<WindowValues>;
  change: (change: Partial<WindowValues>) => void;
  target: Accessor<WindowTarget>;
  setTarget: (target: WindowTarget) => void;
  /** What is not yet right, or undefined. */
  wrong: Accessor<'starts' | 'ends' | 'days' | undefined>;
  form: Submit;
};

const YEAR_MS = 365 * 86_400_000;

/** The state of a window being opened. */
export function createWindowDraft(device: WindowTarget | undefined, onMade: () => void): WindowDraft {
  const organisation = useOrganisation();
  const now = new Date();
  const [values, setValues] = createSignal<WindowValues>({
    kind: 'maintenance',
    reason: '',
    starts: '',
    ends: localInput(endOf('four_hours', now)),
    weekly: false,
    days: [0],
    from: '22:00',
    until: '02:00',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const [target, setTarget] = createSignal<WindowTarget>(device ?? 'everything');
  const wrong = () => {
    const { starts, ends, weekly, days } = values();
    const from = starts === '' ? new Date() : new Date(starts);
    if (Number.isNaN(from.getTime())) return 'starts';
    const to = new Date(ends);
    if (Number.isNaN(to.getTime()) || to <= from || to <= new Date()) return 'ends';
    return weekly && days.length === 0 ? 'days' : undefined;
  };
  const form = createSubmit(async () => {
    if (wrong()) return;
    await api('POST /api/alert-suppressions', { body: bodyOf(values(), target()) });
    toast(t('alerts.window_made'));
    alertsChanged();
    onMade();
  }, ['reason', 'starts_at', 'ends_at', 'recurrence.timezone']);
  return {
    organisation,
    values,
    target,
    setTarget,
    wrong,
    form,
    change: (change) => {
      // A weekly window is made for long, one that is not for hours.
      const turned = change.weekly !== undefined && change.weekly !== values().weekly;
      const ends = localInput(change.weekly ? new Date(Date.now() + YEAR_MS) : endOf('four_hours', new Date()));
      setValues({ ...values(), ...(turned && { ends }), ...change });
    },
  };
}

function bodyOf(
  { kind, reason, starts, ends, weekly, days, from, until, timezone }: WindowValues,
  target: WindowTarget,
) {
  const starts_at = starts === '' ? undefined : fromLocalInput(starts);
  return {
    kind,
    reason,
    ...(starts_at && { starts_at }),
    ends_at: fromLocalInput(ends) ?? '',
    ...(target !== 'everything' && { scope_type: target.kind, scope_id: target.id }),
    ...(weekly && {
      recurrence: {
        days_of_week: [...days],
        start_minute: minuteOf(from),
        duration_min: minutesFrom(from, until),
        timezone,
      },
    }),
  };
}
