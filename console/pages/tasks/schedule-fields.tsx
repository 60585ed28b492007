import { For, Match, Show, Switch } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Submit } from '../../ui/form.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { type Kind, minutesOf, type TaskForm, type Unit } from './draft.ts';
import { minuteOf } from './local-time.ts';
import { NextRuns } from './next-runs.tsx';
import { dayName, scheduleText } from './schedule-words.ts';

type Props = { form: TaskForm; submit: Submit };

const kinds: readonly Kind[] = ['interval', 'daily', 'weekly', 'once'];
/** Monday first, as most calendars here begin. */
const week = [1, 2, 3, 4, 5, 6, 0];
/** Browsers list some zones under names that the time zone database has given up. */
const renamed: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'America/Godthab': 'America/Nuuk',
  'Europe/Kiev': 'Europe/Kyiv',
};
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').map((zone) => renamed[zone] ?? zone)];
/** With the one that is chosen, under whatever name it was saved. */
const zoneOptions = (chosen: string) =>
  [...new Set([chosen, ...zones])].sort().map((zone) => ({ value: zone, label: zone }));
/** When it runs, with the sentence that says so and the runs that come of it. */
export function ScheduleCard(props: Props) {
  const { draft, set } = props.form;
  return (
    <Card title={t('tasks.when')} pad>
      <div class="stack">
        <div>
          <Segmented
            label={t('tasks.kind')}
            segments={kinds.map((kind) => ({ value: kind, label: t(`tasks.kind_${kind}`) }))}
            value={draft.kind}
            onChange={(kind) => set('kind', kind)}
          />
        </div>
        <Fields {...props} />
        <Combobox
          label={t('tasks.zone')}
          hint={t('tasks.zone_hint')}
          options={zoneOptions(draft.timezone)}
          value={draft.timezone}
          onChange={(zone) => zone && set('timezone', zone)}
          error={props.submit.issue('timezone')}
        />
        <Show when={props.form.schedule()}>
          {(schedule) => (
            <section class="stack gap-2" aria-label={t('tasks.next_runs')}>
              <p class="strong" aria-live="polite">
                {scheduleText(schedule())}
              </p>
              <NextRuns schedule={schedule()} />
            </section>
          )}
        </Show>
        <Checkbox
          checked={draft.runMissed}
          onChange={(on) => set('runMissed', on)}
          label={t('tasks.run_missed')}
          hint={t('tasks.run_missed_hint')}
        />
        <Checkbox checked={draft.enabled} onChange={(on) => set('enabled', on)} label={t('tasks.enabled')} />
      </div>
    </Card>
  );
}

function Fields(props: Props) {
  const { draft, set } = props.form;
  return (
    <Switch>
      <Match when={draft.kind === 'interval'}>
        <Interval {...props} />
      </Match>
      <Match when={draft.kind === 'daily'}>
        <TextField
          class="max-w-48"
          label={t('tasks.time')}
          value={draft.time}
          onChange={(time) => set('time', time)}
          error={minuteOf(draft.time) === undefined ? t('tasks.times_wrong') : props.submit.issue('run_at_minute')}
          input={{ type: 'time', required: true }}
        />
      </Match>
      <Match when={draft.kind === 'weekly'}>
        <Weekly {...props} />
      </Match>
      <Match when={draft.kind === 'once'}>
        <TextField
          class="max-w-80"
          label={t('tasks.at')}
          value={draft.at}
          onChange={(at) => set('at', at)}
          error={props.submit.issue('run_at')}
          input={{ type: 'datetime-local', required: true }}
        />
      </Match>
    </Switch>
  );
}

function Interval(props: Props) {
  const { draft, set } = props.form;
  const options: { value: Unit; label: string }[] = [
    { value: 'minutes', label: t('tasks.unit_minutes') },
    { value: 'hours', label: t('tasks.unit_hours') },
    { value: 'days', label: t('tasks.unit_days') },
  ];
  return (
    <div class="grid max-w-96 grid-cols-2 items-start gap-4">
      <TextField
        label={t('tasks.interval')}
        value={draft.every}
        onChange={(every) => set('every', every)}
        error={props.form.schedule() ? props.submit.issue('interval_sec') : t('checks.not_number')}
        input={{ inputmode: 'decimal', required: true, autocomplete: 'off', maxlength: 10 }}
      />
      <Select label={t('tasks.unit')} options={options} value={draft.unit} onChange={(unit) => set('unit', unit)} />
    </div>
  );
}

function Weekly(props: Props) {
  const { draft, set } = props.form;
  const tick = (day: number, on: boolean) =>
    set('days', on ? [...draft.days, day].sort() : draft.days.filter((one) => one !== day));
  return (
    <>
      <fieldset class="row flex-wrap gap-x-4 gap-y-2">
        <legend class="label">{t('tasks.days')}</legend>
        <For each={week}>
          {(day) => (
            <Checkbox checked={draft.days.includes(day)} onChange={(on) => tick(day, on)} label={dayName(day)} />
          )}
        </For>
      </fieldset>
      <TextField
        class="max-w-80"
        label={t('tasks.times')}
        hint={t('tasks.times_hint')}
        value={draft.times}
        onChange={(times) => set('times', times)}
        error={minutesOf(draft.times) ? props.submit.issue('run_at_minutes') : t('tasks.times_wrong')}
        input={{ required: true, autocomplete: 'off', spellcheck: false, maxlength: 700 }}
      />
    </>
  );
}
