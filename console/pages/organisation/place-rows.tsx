import {
  type ComponentProps,
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  For,
  type JSX,
  on,
  Show,
  splitProps,
} from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { IconAdd, IconChevronRight, IconDelete, IconDevice, IconEdit, IconMore, IconTicket } from '../../ui/icons.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { enrollsInto, managesPlace } from './access.ts';
import type { PlaceAct } from './act-dialogs.tsx';
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

const below = { client: 'site', site: 'group', group: undefined } as const;

function PlaceActs(props: { place: Place; onAct: (act: PlaceAct) => void }) {
  const inside = () => below[props.place.kind];
  // A menu is made when it is first asked for: with a thousand places, a thousand of them take a second.
  const [asked, setAsked] = createSignal(false);
  const items = (): MenuItem[] => [
    ...(can('devices.view')
      ? [
          {
            label: t('organisation.show_devices', { name: props.place.name }),
            icon: IconDevice,
            href: devicesPath(props.place),
          },
        ]
      : []),
    ...(enrollsInto(props.place)
      ? [
          {
            label: t('organisation.enroll_here'),
            icon: IconTicket,
            href: `/settings/enrollment?new=${props.place.id}`,
          },
        ]
      : []),
    ...(managesPlace(props.place)
      ? [
          {
            label: t('organisation.rename'),
            icon: IconEdit,
            run: () => props.onAct({ kind: 'rename', place: props.place }),
          },
          {
            label: t('organisation.delete'),
            icon: IconDelete,
            danger: true,
            run: () => props.onAct({ kind: 'delete', place: props.place }),
          },
        ]
      : []),
  ];
  return (
    <span class="row flex-none justify-end md:w-48">
      <Show when={managesPlace(props.place) && inside()}>
        {(what) => (
          <Button
            size="s"
            look="quiet"
            icon={IconAdd}
            onClick={() => props.onAct({ kind: 'create', what: what(), inside: props.place })}
          >
            <span class="hide-m">{t(`organisation.new_${what()}`)}</span>
            <span class="vh">{t('organisation.new_in', { name: props.place.name })}</span>
          </Button>
        )}
      </Show>
      <Show when={items().length > 0}>
        <Show when={asked()} fallback={<MoreButton name={props.place.name} onClick={() => setAsked(true)} />}>
          <Menu
            defaultOpen
            placement="bottom-end"
            trigger={(trigger) => <MoreButton name={props.place.name} {...trigger} />}
            items={items()}
          />
        </Show>
      </Show>
    </span>
  );
}

function MoreButton(props: { name: string } & ComponentProps<'button'>) {
  const [own, rest] = splitProps(props, ['name']);
  const label = () => t('organisation.acts', { name: own.name });
  return (
    <button type="button" aria-haspopup="menu" {...rest} class="btn quiet icon s" aria-label={label()} title={label()}>
      <IconMore class="i-sm" />
    </button>
  );
}
