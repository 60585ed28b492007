import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { type Icon, IconClose, IconDevice, IconHelp } from '../../ui/icons.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { placeIcons } from '../organisation/place-tree.tsx';
import type { ScopeTarget } from './queries.ts';

type ScopeChipsProps = {
  targets: readonly ScopeTarget[];
  organisation: Organisation;
  onRemove: (id: string) => void;
};

/** What is chosen, each with where it lies and a way to take it out. */
export function ScopeChips(props: ScopeChipsProps) {
  return (
    <ul class="row max-h-48 flex-wrap overflow-y-auto" aria-label={t('scope.chosen')}>
      <For each={props.targets}>
        {(target) => <Chip target={target} organisation={props.organisation} onRemove={props.onRemove} />}
      </For>
    </ul>
  );
}

function Chip(props: { target: ScopeTarget } & Omit<ScopeChipsProps, 'targets'>) {
  const place = () => props.organisation.place(props.target.scope_id);
  const name = () => place()?.name ?? props.target.name ?? t('scope.unknown');
  /** Nearest first, since chips are cut off at the end: "Bergen / Halvorsen Marine". */
  const above = () => {
    const { scope_type, group_id, site_id, client_id } = props.target;
    const way =
      scope_type === 'agent'
        ? [group_id, site_id, client_id]
        : place()
            ?.above.map(({ id }) => id)
            .reverse();
    return (way ?? []).flatMap((id) => props.organisation.place(id ?? undefined)?.name ?? []);
  };
  const whole = () => [name(), ...above()].join(' / ');
  const icon = (): Icon => {
    const { scope_type, name: known } = props.target;
    if (scope_type === 'agent') return known === null ? IconHelp : IconDevice;
    return placeIcons[scope_type];
  };
  return (
    <li class="chip max-w-full">
      <Show when={icon()} keyed>
        {(Shape) => <Shape class="i-sm" />}
      </Show>
      <span class="ellipsis" title={whole()}>
        {name()}
        <Show when={above().length > 0}>
          <span class="muted"> / {above().join(' / ')}</span>
        </Show>
      </span>
      <button
        type="button"
        aria-label={t('scope.remove', { name: whole() })}
        onClick={() => props.onRemove(props.target.scope_id)}
      >
        <IconClose class="i-sm" />
      </button>
    </li>
  );
}
