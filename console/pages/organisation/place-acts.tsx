import { type ComponentProps, createSignal, Show, splitProps } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { IconAdd, IconDelete, IconDevice, IconEdit, IconMore, IconTicket } from '../../ui/icons.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { enrollsInto, managesPlace } from './access.ts';
import type { PlaceAct } from './act-dialogs.tsx';
import { devicesPath, type Place } from './places.ts';

type PlaceActsProps = { place: Place; onAct: (act: PlaceAct) => void };

/** What lies in a place of this kind. */
const below = { client: 'site', site: 'group', group: undefined } as const;

/** At the end of a place: a button that makes something in it, and a menu for the rest. */
export function PlaceActs(props: PlaceActsProps) {
  const company = useCompany();
  const inside = () => (managesPlace(props.place) ? below[props.place.kind] : undefined);
  const items = () => [...ways(props.place, company.href), ...changes(props)];
  return (
    <span class="row flex-none justify-end md:w-48">
      <Show when={inside()}>
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
        <MoreMenu name={props.place.name} items={items()} />
      </Show>
    </span>
  );
}

/** Where the menu leads: to the devices, to a token for more of them. */
function ways(place: Place, href: (path: string) => string): MenuItem[] {
  const { name } = place;
  return [
    ...(can('devices.view')
      ? [{ label: t('organisation.show_devices', { name }), icon: IconDevice, href: devicesPath(place) }]
      : []),
    ...(enrollsInto(place)
      ? [{ label: t('organisation.enroll_here'), icon: IconTicket, href: href(`/settings/enrollment?new=${place.id}`) }]
      : []),
  ];
}

function changes({ place, onAct }: PlaceActsProps): MenuItem[] {
  if (!managesPlace(place)) return [];
  return [
    { label: t('organisation.rename'), icon: IconEdit, run: () => onAct({ kind: 'rename', place }) },
    { label: t('organisation.delete'), icon: IconDelete, danger: true, run: () => onAct({ kind: 'delete', place }) },
  ];
}

/** A menu that is made when it is first asked for: with a thousand places, a thousand of them take a second. */
function MoreMenu(props: { name: string; items: readonly MenuItem[] }) {
  const [asked, setAsked] = createSignal(false);
  return (
    <Show when={asked()} fallback={<MoreButton name={props.name} onClick={() => setAsked(true)} />}>
      <Menu
        defaultOpen
        placement="bottom-end"
        trigger={(trigger) => <MoreButton name={props.name} {...trigger} />}
        items={props.items}
      />
    </Show>
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
