import { type Accessor, createMemo, createSignal, type JSX, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { TextField } from '../../ui/field.tsx';
import { type Icon, IconCompany, IconSearch, IconSite, IconUsers } from '../../ui/icons.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Tree, type TreeNode } from '../../ui/tree/tree.tsx';
import type { Organisation } from './organisation.ts';
import type { Place } from './places.ts';

export const placeIcons: Record<Place['kind'], Icon> = { client: IconCompany, site: IconSite, group: IconUsers };

export type PlaceTreeProps = {
  label: string;
  organisation: Organisation;
  /** Only this company and what lies in it. */
  company?: string | undefined;
  selected: string | undefined;
  onSelect: (place: Place) => void;
  /** Others show for what lies in them. */
  selectable?: (place: Place) => boolean;
  /** Before the companies: "All devices". */
  first?: readonly TreeNode[];
  onFirst?: (id: string) => void;
  /** Counts at the end of a line, which stays while they change. */
  end?: (place: Accessor<Place>) => JSX.Element;
  endOfFirst?: (id: string) => JSX.Element;
};

/** From this many companies and sites on, a field finds them. */
const FIELD_FROM = 12;

/** Companies, sites and departments to choose one from. */
export function PlaceTree(props: PlaceTreeProps) {
  const [text, setText] = createSignal('');
  const companies = createMemo(() =>
    props.organisation.companies().filter(({ id }) => props.company === undefined || id === props.company),
  );
  const nodes = createMemo(() => [...(props.first ?? []), ...companies().map((place) => nodeOf(place, props))]);
  const many = () => companies().reduce((sum, { children }) => sum + 1 + children.length, 0) >= FIELD_FROM;
  return (
    <Show
      when={props.organisation.loaded() || !can('clients.view')}
      fallback={
        <Show when={props.organisation.error() !== undefined} fallback={<Skeleton kind="lines" rows={6} />}>
          <ErrorState
            what={t('organisation.failed')}
            error={props.organisation.error()}
            retry={props.organisation.retry}
          />
        </Show>
      }
    >
      <Show when={!can('clients.view')}>
        <p class="sm dim">{t('settings.clients_hidden')}</p>
      </Show>
      <Show when={many()}>
        <TextField
          label={t('organisation.find')}
          class="mb-2 [&>.head]:sr-only"
          icon={IconSearch}
          value={text()}
          onChange={setText}
          input={{ placeholder: t('organisation.find_short'), autocomplete: 'off', type: 'search' }}
        />
      </Show>
      <Tree
        label={props.label}
        nodes={nodes()}
        selected={props.selected}
        text={text()}
        onSelect={(id) => {
          const place = props.organisation.place(id);
          if (place) props.onSelect(place);
          else props.onFirst?.(id);
        }}
        end={(id) => {
          const place = () => props.organisation.place(id);
          return (
            <Show when={place()} fallback={props.endOfFirst?.(id)}>
              {(found) => props.end?.(found)}
            </Show>
          );
        }}
      />
    </Show>
  );
}

function nodeOf(place: Place, props: PlaceTreeProps): TreeNode {
  return {
    id: place.id,
    label: place.name,
    icon: placeIcons[place.kind],
    children: place.children.map((child) => nodeOf(child, props)),
    disabled: props.selectable?.(place) === false,
  };
}
