import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconDevice, IconGlobe } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { covered } from '../organisation/access.ts';
import { PlaceTree } from '../organisation/place-tree.tsx';
import { placeName } from '../organisation/places.ts';
import { createWindowDraft, type WindowDraft, type WindowTarget } from './window-draft.ts';
import { dayNames } from './window-words.ts';

const FORM_ID = 'new-window';

/** Opens a window: for what, when, and whether every week. */
export function WindowDialog(props: { device: WindowTarget | undefined; onClose: () => void }) {
  const draft = createWindowDraft(props.device, () => props.onClose());
  return (
    <Dialog
      open
      wide
      onOpenChange={props.onClose}
      title={t('alerts.window_new')}
      foot={
        <>
          <Button onClick={() => props.onClose()}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            form={FORM_ID}
            look="primary"
            busy={draft.form.busy()}
            disabled={draft.wrong() !== undefined}
          >
            {t('alerts.window_create')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} class="stack" onSubmit={draft.form.onSubmit}>
        <Segmented
          label={t('alerts.window_kind')}
          segments={[
            { value: 'maintenance', label: t('alerts.maintenance') },
            { value: 'silence', label: t('alerts.silence_word') },
          ]}
          value={draft.values().kind}
          onChange={(kind) => draft.change({ kind })}
        />
        <p class="sm dim">
          {t(draft.values().kind === 'maintenance' ? 'alerts.maintenance_why' : 'alerts.silence_why')}
        </p>
        <TextField
          label={t('alerts.window_reason')}
          hint={t('alerts.window_reason_hint')}
          optional
          value={draft.values().reason}
          onChange={(reason) => draft.change({ reason })}
          error={draft.form.issue('reason')}
          input={{ maxlength: 500, autocomplete: 'off' }}
        />
        <Target draft={draft} device={props.device} />
        <Times draft={draft} />
        <Switch
          label={t('alerts.window_weekly')}
          hint={t('alerts.window_weekly_hint')}
          checked={draft.values().weekly}
          onChange={(weekly) => draft.change({ weekly })}
        />
        <Show when={draft.values().weekly}>
          <Weekly draft={draft} />
        </Show>
        <Show when={draft.form.error() !== undefined}>
          <ErrorState what={t('alerts.window_failed')} error={draft.form.error()} />
        </Show>
      </form>
    </Dialog>
  );
}

const EVERYTHING = 'everything';
const DEVICE = 'device';

function Target(props: { draft: WindowDraft; device: WindowTarget | undefined }) {
  const all = () => (me()?.unscoped ? t('alerts.window_everything') : t('alerts.window_scope'));
  const chosen = () => {
    const target = props.draft.target();
    if (target === 'everything') return all();
    return target.kind === 'agent' ? target.name : placeName(target);
  };
  const selected = () => {
    const target = props.draft.target();
    if (target === 'everything') return EVERYTHING;
    return target.kind === 'agent' ? DEVICE : target.id;
  };
  const device = () => (props.device && props.device !== 'everything' ? props.device : undefined);
  return (
    <div class="stack gap-2">
      <p>
        <span class="label text-text">{t('alerts.window_for')}</span> <span role="status">{chosen()}</span>
      </p>
      <ScrollBox class="targets max-h-60" label={t('alerts.window_for')}>
        <PlaceTree
          label={t('alerts.window_for')}
          organisation={props.draft.organisation}
          selected={selected()}
          selectable={(place) => covered(place, ['client', 'site', 'group'])}
          onSelect={props.draft.setTarget}
          first={[
            { id: EVERYTHING, label: all(), icon: IconGlobe },
            ...(device() ? [{ id: DEVICE, label: device()?.name ?? '', icon: IconDevice }] : []),
          ]}
          onFirst={(id) => props.draft.setTarget(id === DEVICE ? (device() ?? 'everything') : 'everything')}
        />
      </ScrollBox>
    </div>
  );
}

function Times(props: { draft: WindowDraft }) {
  return (
    <div class="grid grid-cols-1 gap-4 md:grid-cols-2">
      <TextField
        label={t('alerts.window_starts')}
        hint={t('alerts.window_starts_hint')}
        optional
        value={props.draft.values().starts}
        onChange={(starts) => props.draft.change({ starts })}
        error={props.draft.form.issue('starts_at')}
        input={{ type: 'datetime-local' }}
      />
      <TextField
        label={t('alerts.window_ends')}
        hint={t('alerts.silence.hint')}
        value={props.draft.values().ends}
        onChange={(ends) => props.draft.change({ ends })}
        error={props.draft.wrong() === 'ends' ? t('alerts.window_ends_wrong') : props.draft.form.issue('ends_at')}
        input={{ type: 'datetime-local', required: true }}
      />
    </div>
  );
}

function Weekly(props: { draft: WindowDraft }) {
  const toggle = (day: number) => {
    const days = props.draft.values().days;
    props.draft.change({ days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] });
  };
  return (
    <fieldset class="stack gap-3">
      <legend class="label">{t('alerts.window_days')}</legend>
      <div class="row flex-wrap">
        <For each={dayNames('long')}>
          {({ day, name }) => (
            <Button size="s" pressed={props.draft.values().days.includes(day)} onClick={() => toggle(day)}>
              {name}
            </Button>
          )}
        </For>
      </div>
      <Show when={props.draft.wrong() === 'days'}>
        <p class="field-error">{t('alerts.window_days_wrong')}</p>
      </Show>
      <div class="grid grid-cols-1 gap-4 md:grid-cols-3">
        <TextField
          label={t('alerts.window_from')}
          value={props.draft.values().from}
          onChange={(from) => props.draft.change({ from })}
          input={{ type: 'time', required: true }}
        />
        <TextField
          label={t('alerts.window_until')}
          value={props.draft.values().until}
          onChange={(until) => props.draft.change({ until })}
          input={{ type: 'time', required: true }}
        />
        <TextField
          label={t('alerts.window_timezone')}
          value={props.draft.values().timezone}
          onChange={(timezone) => props.draft.change({ timezone })}
          error={props.draft.form.issue('recurrence.timezone')}
          input={{ required: true, spellcheck: false, autocomplete: 'off' }}
        />
      </div>
    </fieldset>
  );
}
