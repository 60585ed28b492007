import { createEffect, createMemo, createSignal, createUniqueId, For, type JSX, on, Show } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { IconChevronRight } from '../../ui/icons.ts';
import type { PlaceAct } from './act-dialogs.tsx';
import { PlaceActs } from './place-acts.tsx';
import { placeIcons } from './place-tree.tsx';
import { devicesPath, type Place } from './places.ts';

type PlaceRowsProps = {
  places: readonly Place[];
  /** As it is now: a row is kept by its id while its place changes. */
  place: (id: string) => Place | undefined;
  level: number;
  /** What lies in them shows at first; it follows when this changes. */
  open: boolean;
  onAct: (act: PlaceAct) => void;
};

/** Companies, or what lies in one: a list in a list, each with its acts. */
export function PlaceRows(props: PlaceRowsProps): JSX.Element {
  const byId = createMemo(() => new Map(props.places.map((place) => [place.id, place])));
  const ids = createMemo(() => props.places.map(({ id }) => id));
  return (
    <ul>
      <For each={ids()}>
        {(id) => (
          <Show when={props.place(id)}>
            {(place) => <PlaceRow {...props} shown={byId().get(id)?.children ?? []} itself={place()} />}
          </Show>
        )}
      </For>
    </ul>
  );
}

function PlaceRow(props: PlaceRowsProps & { itself: Place; shown: readonly Place[] }) {
  const below = createUniqueId();
  const [toggled, setToggled] = createSignal<boolean | undefined>();
  // A search opens everything, and its end brings back how it was at first.
  createEffect(
    on(
      () => props.open,
      () => setToggled(undefined),
      { defer: true },
    ),
  );
  const isOpen = () => toggled() ?? props.open;
  return (
    <li>
      <div class="place-row" style={{ '--level': props.level }}>
        <Show when={props.shown.length > 0} fallback={<span class="w-6 flex-none" />}>
          <button
            type="button"
            class="twist"
            aria-expanded={isOpen()}
            aria-controls={below}
            aria-label={t('organisation.open', { name: props.itself.name })}
            onClick={() => setToggled(!isOpen())}
          >
            <IconChevronRight class="i-sm" />
          </button>
        </Show>
        <PlaceWords place={props.itself} />
        <PlaceActs place={props.itself} onAct={props.onAct} />
      </div>
      <Show when={isOpen() && props.shown.length > 0}>
        <div id={below}>
          <PlaceRows {...props} places={props.shown} level={props.level + 1} />
        </div>
      </Show>
    </li>
  );
}

function PlaceWords(props: { place: Place }) {
  const counts = () =>
    props.place.devices === 0
      ? t('organisation.no_devices')
      : t('organisation.online_of', { online: formatNumber(props.place.online), count: props.place.devices });
  return (
    <>
      <Show when={placeIcons[props.place.kind]} keyed>
        {(Shape) => <Shape class="muted" />}
      </Show>
      <span class={`min-w-0 grow break-words ${props.place.kind === 'client' ? 'strong' : ''}`}>
        {props.place.name} <span class="vh">{t(`organisation.${props.place.kind}`)}</span>
      </span>
      <Show when={props.place.devices > 0 && can('devices.view')} fallback={<span class="xs muted">{counts()}</span>}>
        <a
          class="xs dim"
          href={devicesPath(props.place)}
          title={t('organisation.show_devices', { name: props.place.name })}
        >
          {counts()}
        </a>
      </Show>
    </>
  );
}
