import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import type { Permission } from '../../session.ts';
import { IconAdd, IconMinus, IconWarn } from '../../ui/icons.ts';
import { permissionLabel } from './areas.ts';
import { riskOf } from './risks.ts';

export type Difference = { added: Permission[]; removed: Permission[] };

/** What the one set has that the other lacks, in the order in which they are given. */
export const differenceOf = (before: readonly Permission[], after: readonly Permission[]): Difference => ({
  added: after.filter((permission) => !before.includes(permission)),
  removed: before.filter((permission) => !after.includes(permission)),
});

export const isSame = ({ added, removed }: Difference): boolean => added.length + removed.length === 0;

/** What a change gives and takes, each in words; the dangerous ones marked. */
export function DifferenceList(props: { difference: Difference; label: string }) {
  return (
    <Show when={!isSame(props.difference)}>
      <ul class="stack gap-1 sm" aria-label={props.label}>
        <For each={props.difference.added}>{(permission) => <Line permission={permission} added />}</For>
        <For each={props.difference.removed}>{(permission) => <Line permission={permission} />}</For>
      </ul>
    </Show>
  );
}

function Line(props: { permission: Permission; added?: boolean }) {
  return (
    <li class="row items-start">
      <Show when={props.added} fallback={<IconMinus class="i-sm err mt-[3px]" />}>
        <IconAdd class="i-sm ok mt-[3px]" />
      </Show>
      <span class="min-w-0">
        <span class="vh">{props.added ? t('roles.added') : t('roles.removed')}: </span>
        {t(permissionLabel(props.permission))}{' '}
        <Show when={props.added && riskOf(props.permission)}>
          {(risk) => (
            <span class="flag" title={t(risk())}>
              <IconWarn />
              {t('roles.risk')}
            </span>
          )}
        </Show>
      </span>
    </li>
  );
}
