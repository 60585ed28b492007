import { useSearchParams } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconAdd } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { Loaded } from '../../ui/states.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { catalogQuery } from './catalog.ts';
import { CompareTable } from './compare-table.tsx';
import { mayEdit, type Role, useRoles } from './queries.ts';
import { createRoleEdit } from './role-edit.ts';
import { RoleSaveBar } from './role-save-bar.tsx';

/** /settings/roles: what every role allows, side by side; `?edit=` changes one of them in place. */
export default function Roles() {
  const company = useCompany();
  const roles = useRoles();
  return (
    <SettingsPage
      title={t('settings.roles')}
      actions={
        <Show when={me()?.unscoped}>
          <LinkButton look="primary" icon={IconAdd} href={company.href('/settings/roles/new')}>
            {t('roles.new')}
          </LinkButton>
        </Show>
      }
    >
      <Loaded query={roles} failed={t('roles.failed')}>
        {(data) => <Compare roles={data().roles} />}
      </Loaded>
    </SettingsPage>
  );
}

function Compare(props: { roles: readonly Role[] }) {
  const catalog = useQuery(catalogQuery);
  // A narrow screen has room for one role: `role` says which. `differ` leaves what the roles do not agree about.
  const [search, setSearch] = useSearchParams<{ role?: string; differ?: string; edit?: string }>();
  const chosen = (key: string | undefined) => props.roles.find((role) => role.key === key);
  const edited = () => {
    const role = chosen(search.edit);
    return role && mayEdit(role) ? role : undefined;
  };
  const shown = () => edited() ?? chosen(search.role) ?? props.roles[0];
  const edit = createRoleEdit(edited, () => setSearch({ edit: null }));
  const keys = () => (catalog.isSuccess ? catalog.data.permissions.map(({ key }) => key) : []);
  const rows = () =>
    search.differ
      ? keys().filter((key) => new Set(props.roles.map(({ permissions }) => permissions.includes(key))).size > 1)
      : keys();
  return (
    <>
      <div class="filters">
        <Select
          class="m-only w-full"
          label={t('roles.role')}
          hideLabel
          options={props.roles.map(({ key, name }) => ({ value: key, label: name }))}
          value={shown()?.key}
          onChange={(role) => setSearch({ role }, { replace: true })}
          disabled={edited() !== undefined}
        />
        <Checkbox
          checked={search.differ !== undefined}
          onChange={(on) => setSearch({ differ: on ? '1' : null }, { replace: true })}
          label={t('roles.only_different')}
        />
      </div>
      <Card class="compare-card">
        <Loaded query={catalog} failed={t('roles.permissions_failed')}>
          {() => (
            <CompareTable
              roles={props.roles}
              permissions={rows()}
              shown={shown()?.key}
              edit={edit}
              onEdit={(role) => setSearch({ edit: role.key, role: role.key })}
            />
          )}
        </Loaded>
        <Show when={edited()}>{(role) => <RoleSaveBar role={role()} edit={edit} />}</Show>
      </Card>
    </>
  );
}
