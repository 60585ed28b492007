import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can, type Permission } from '../../session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconCheck, IconMinus } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { type Area, areaLabel, areasOf, type Group, groupLabels, groups, permissionLabel } from './areas.ts';
import { Risk } from './risk-mark.tsx';

export type PermissionMatrixProps = {
  /** The catalog, as the server has it. */
  catalog: readonly { key: Permission; description: string }[];
  held: readonly Permission[];
  /** Left out, the matrix is for reading. */
  onChange?: (held: Permission[]) => void;
};

/** Areas of the product against seeing, using and changing: what a role allows, at a glance and in words. */
export function PermissionMatrix(props: PermissionMatrixProps) {
  const areas = () => areasOf(props.catalog.map(({ key }) => key));
  return (
    <ScrollBox class="scroll-x" label={t('roles.matrix')}>
      <table class="table perms">
        <thead>
          <tr>
            <th scope="col">{t('roles.area')}</th>
            <For each={groups}>
              {(group) => (
                <th scope="col">
                  <Show when={props.onChange} fallback={t(groupLabels[group])}>
                    <WholeGroup {...props} group={group} areas={areas()} />
                  </Show>
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={areas()}>
            {(area) => (
              <tr>
                <th scope="row">{areaName(area)}</th>
                <For each={groups}>
                  {(group) => (
                    <td
                      class={area.permissions[group].length > 0 ? 'wrap' : 'wrap none'}
                      data-group={t(groupLabels[group])}
                    >
                      <For each={area.permissions[group]}>
                        {(permission) => <One {...props} permission={permission} />}
                      </For>
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </ScrollBox>
  );
}

function areaName(area: Area): string {
  const label = areaLabel(area.name);
  return label ? t(label) : area.name;
}

/** A whole column at once, as far as the editor holds it. */
function WholeGroup(props: PermissionMatrixProps & { group: Group; areas: readonly Area[] }) {
  const all = () => props.areas.flatMap((area) => area.permissions[props.group]).filter(can);
  const held = () => all().filter((permission) => props.held.includes(permission));
  const change = (on: boolean) => {
    const rest = props.held.filter((permission) => !all().includes(permission));
    props.onChange?.(on ? [...rest, ...all()] : rest);
  };
  return (
    <Checkbox
      checked={held().length === all().length && all().length > 0}
      mixed={held().length > 0 && held().length < all().length}
      onChange={change}
      label={
        <>
          {t(groupLabels[props.group])}
          <span class="vh"> ({t('roles.all_of', { group: t(groupLabels[props.group]) })})</span>
        </>
      }
    />
  );
}

function One(props: PermissionMatrixProps & { permission: Permission }) {
  const held = () => props.held.includes(props.permission);
  const words = () => t(permissionLabel(props.permission));
  const change = (on: boolean) => {
    const rest = props.held.filter((permission) => permission !== props.permission);
    props.onChange?.(on ? [...rest, props.permission] : rest);
  };
  return (
    <Show when={props.onChange} fallback={<Read held={held()} words={words()} permission={props.permission} />}>
      <Checkbox
        checked={held()}
        onChange={change}
        // What the editor lacks can't be given; what the role has already stays the server's to judge.
        disabled={!can(props.permission)}
        label={words()}
        hint={<Below permission={props.permission} lacked={!can(props.permission)} />}
      />
    </Show>
  );
}

function Below(props: { permission: Permission; lacked?: boolean }) {
  return (
    <>
      <span class="mono">{props.permission}</span>
      <Show when={props.lacked}>
        <span class="block">{t('roles.not_held')}</span>
      </Show>
      <Risk permission={props.permission} />
    </>
  );
}

function Read(props: { held: boolean; words: string; permission: Permission }) {
  return (
    <p class={`check ${props.held ? '' : 'muted'}`}>
      <span class="box-row">
        <Show when={props.held} fallback={<IconMinus class="i-sm" />}>
          <IconCheck class="i-sm ok" />
        </Show>
      </span>
      <span>
        {props.words}
        <span class="vh">: {props.held ? t('roles.allowed') : t('roles.not_allowed')}</span>
        <span class="hint block">
          <Below permission={props.permission} />
        </span>
      </span>
    </p>
  );
}
