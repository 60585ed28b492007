import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { can, type Permission } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconCheck, IconEdit, IconMinus } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Tag } from '../../ui/status.tsx';
import { areaLabel, areasOf, groups, permissionLabel } from './areas.ts';
import { mayEdit, type Role } from './queries.ts';
import { Risk } from './risk-mark.tsx';
import type { RoleEdit } from './role-edit.ts';

export type CompareTableProps = {
  roles: readonly Role[];
  /** What to compare, in the order of the catalog. */
  permissions: readonly Permission[];
  /** Key of the role that a narrow screen shows. */
  shown: string | undefined;
  edit: RoleEdit;
  onEdit: (role: Role) => void;
};

/** Permissions against roles: what each allows, at a glance. The column of a role that is being changed holds boxes. */
export function CompareTable(props: CompareTableProps) {
  return (
    <ScrollBox class="compare-box" label={t('roles.compare')}>
      <table class="table compare">
        <thead>
          <tr>
            <th scope="col">{t('roles.permission')}</th>
            <For each={props.roles}>{(role) => <RoleHead {...props} role={role} />}</For>
          </tr>
        </thead>
        <For each={areasOf(props.permissions)}>
          {(area) => (
            <tbody>
              <tr class="area">
                <th scope="rowgroup" colSpan={props.roles.length + 1}>
                  <span>{label(area.name)}</span>
                </th>
              </tr>
              <For each={groups.flatMap((group) => area.permissions[group])}>
                {(permission) => (
                  <tr>
                    <th scope="row">
                      {t(permissionLabel(permission))} <span class="mono">{permission}</span>
                      <Risk permission={permission} />
                    </th>
                    <For each={props.roles}>{(role) => <Cell {...props} role={role} permission={permission} />}</For>
                  </tr>
                )}
              </For>
            </tbody>
          )}
        </For>
      </table>
    </ScrollBox>
  );
}

function label(area: string): string {
  const known = areaLabel(area);
  return known ? t(known) : area;
}

type OfRole = CompareTableProps & { role: Role };
const isEdited = (props: OfRole) => props.edit.role()?.key === props.role.key;
const columnClass = (props: OfRole) => `role ${props.shown === props.role.key ? 'shown' : ''}`;

function RoleHead(props: OfRole) {
  const company = useCompany();
  const used = () =>
    [
      t('roles.user_count', { count: props.role.user_count }),
      ...(props.role.token_count > 0 ? [t('roles.token_count', { count: props.role.token_count })] : []),
    ].join(', ');
  return (
    <th scope="col" class={`${columnClass(props)} ${isEdited(props) ? 'edited' : ''}`}>
      <span class="row">
        <a class="link" href={company.href(`/settings/roles/${props.role.key}`)}>
          {props.role.name}
        </a>
        <Show when={mayEdit(props.role) && props.edit.role() === undefined}>
          <IconButton
            icon={IconEdit}
            size="s"
            look="quiet"
            label={t('roles.edit', { name: props.role.name })}
            onClick={() => props.onEdit(props.role)}
          />
        </Show>
      </span>
      <span class="hint block">{used()}</span>
      <Show when={props.role.builtin}>
        <Tag>{t('roles.builtin')}</Tag>
      </Show>
    </th>
  );
}

function Cell(props: OfRole & { permission: Permission }) {
  const edited = () => isEdited(props);
  const held = () => props.role.permissions.includes(props.permission);
  const wanted = () => (edited() ? props.edit.holds(props.permission) : held());
  const change = () => (wanted() === held() ? '' : wanted() ? 'added' : 'removed');
  return (
    <td class={`${columnClass(props)} ${change()}`}>
      <Show when={edited()} fallback={<Mark held={held()} />}>
        <Checkbox
          checked={wanted()}
          onChange={(on) => props.edit.set(props.permission, on)}
          // Nobody gives what they lack.
          disabled={!can(props.permission)}
          label={`${t(permissionLabel(props.permission))}${can(props.permission) ? '' : ` (${t('roles.not_held')})`}`}
          hideLabel
        />
        <Show when={!can(props.permission)}>
          <span class="hint">{t('roles.not_held')}</span>
        </Show>
      </Show>
    </td>
  );
}

function Mark(props: { held: boolean }) {
  return (
    <Show when={props.held} fallback={<IconMinus class="i-sm none" />}>
      <IconCheck class="ok" />
      <span class="vh">{t('roles.allowed')}</span>
    </Show>
  );
}
