import { createSignal, For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusSoon } from '../../ui/focus.ts';
import { IconAdd, IconBack } from '../../ui/icons.ts';
import { Popover } from '../../ui/popover.tsx';
import type { Organisation } from '../organisation/organisation.ts';
import { allPlaces, type Place, placeName } from '../organisation/places.ts';
import type { DeviceFilters } from './filters.ts';

type Kind = 'status' | 'client' | 'site' | 'group' | 'tag';
type Choice = { label: string; hint?: string; apply: () => void };

/** More than this helps nobody to choose; typing finds the rest. */
const CHOICES_MAX = 50;

/** Adds a filter: first by what, then which one. */
export function FilterMenu(props: { filters: DeviceFilters; organisation: Organisation }) {
  const [open, setOpen] = createSignal(false);
  const [kind, setKind] = createSignal<Kind | undefined>();
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setKind(undefined);
  };
  return (
    <Popover
      label={t('devices.filter_add')}
      class="w-64"
      open={open()}
      onOpenChange={change}
      trigger={(trigger) => (
        <button type="button" class="chip dashed" {...trigger}>
          <IconAdd class="i-sm" />
          {t('devices.filter')}
        </button>
      )}
    >
      <Show
        when={kind()}
        keyed
        fallback={
          <For each={kinds()}>
            {(entry) => (
              <button type="button" class="pop-item w-full text-left" onClick={() => setKind(entry.kind)}>
                {entry.label}
              </button>
            )}
          </For>
        }
      >
        {(chosen) => (
          <Choices
            kind={chosen}
            title={kinds().find((entry) => entry.kind === chosen)?.label ?? ''}
            filters={props.filters}
            organisation={props.organisation}
            onBack={() => setKind(undefined)}
            onDone={() => change(false)}
          />
        )}
      </Show>
    </Popover>
  );
}

/** What can be filtered by; places only for whoever sees them. */
function kinds(): { kind: Kind; label: string }[] {
  const places: { kind: Kind; label: string }[] = [
    { kind: 'client', label: t('devices.company') },
    { kind: 'site', label: t('devices.site') },
    { kind: 'group', label: t('devices.department') },
  ];
  return [
    { kind: 'status', label: t('devices.status') },
    ...(can('clients.view') ? places : []),
    { kind: 'tag', label: t('devices.filter_tag') },
  ];
}

type ChoicesProps = {
  kind: Kind;
  title: string;
  filters: DeviceFilters;
  organisation: Organisation;
  onBack: () => void;
  onDone: () => void;
};

function Choices(props: ChoicesProps) {
  const [text, setText] = createSignal('');
  const typed = () => text().trim().toLowerCase();
  const found = () =>
    choicesOf(props).filter(({ label, hint }) => `${label} ${hint ?? ''}`.toLowerCase().includes(typed()));
  const apply = (choice: Choice | undefined) => {
    if (!choice) return;
    choice.apply();
    props.onDone();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (props.kind !== 'tag') apply(found()[0]);
    else if (typed() !== '') apply({ label: '', apply: () => props.filters.set({ tag: typed() }) });
  };
  return (
    <form onSubmit={onSubmit}>
      <div class="row px-1 pb-1">
        <Button size="s" look="quiet" icon={IconBack} onClick={() => props.onBack()}>
          {props.title}
        </Button>
      </div>
      <Show when={props.kind !== 'status'}>
        <div class="row px-1 pb-1">
          <TextField
            label={props.kind === 'tag' ? t('devices.filter_tag') : t('devices.filter_find')}
            class="grow [&>.head]:sr-only"
            value={text()}
            onChange={setText}
            input={{
              placeholder: props.kind === 'tag' ? t('devices.filter_tag') : t('devices.filter_find'),
              autocomplete: 'off',
              maxlength: 100,
              ref: focusSoon,
            }}
          />
          <Show when={props.kind === 'tag'}>
            <Button type="submit">{t('devices.filter_apply')}</Button>
          </Show>
        </div>
      </Show>
      <ChoiceList choices={found()} typed={props.kind === 'tag'} onChoose={apply} />
    </form>
  );
}

type ChoiceListProps = {
  choices: readonly Choice[];
  /** The value is typed and not chosen: an empty list is no news. */
  typed: boolean;
  onChoose: (choice: Choice) => void;
};

function ChoiceList(props: ChoiceListProps) {
  return (
    <div class="max-h-80 overflow-auto">
      <For each={props.choices.slice(0, CHOICES_MAX)}>
        {(choice) => (
          <button type="button" class="pop-item w-full text-left" onClick={() => props.onChoose(choice)}>
            <span class="min-w-0">
              <span class="ellipsis block" title={choice.label}>
                {choice.label}
              </span>
              <Show when={choice.hint}>
                <span class="xs muted ellipsis block" title={choice.hint}>
                  {choice.hint}
                </span>
              </Show>
            </span>
          </button>
        )}
      </For>
      <Show when={props.choices.length > CHOICES_MAX}>
        <p class="xs muted px-2 py-1">{t('devices.filter_more', { count: props.choices.length - CHOICES_MAX })}</p>
      </Show>
      <Show when={!props.typed && props.choices.length === 0}>
        <p class="xs muted px-2 py-1">{t('devices.filter_none')}</p>
      </Show>
    </div>
  );
}

function choicesOf({ kind, filters, organisation }: ChoicesProps): Choice[] {
  if (kind === 'tag') return [];
  if (kind === 'status')
    return (['online', 'offline'] as const).map((status) => ({
      label: t(`devices.${status}`),
      apply: () => filters.set({ status }),
    }));
  const places: Choice[] = allPlaces(organisation.companies())
    .filter((place) => place.kind === kind)
    .map((place) => ({ label: place.name, ...hintOf(place), apply: () => filters.goTo(place) }));
  return places;
}

/** Sites of two companies may have the same name. */
function hintOf(place: Place): { hint?: string } {
  const above = place.above.at(-1);
  return above ? { hint: placeName(above) } : {};
}
