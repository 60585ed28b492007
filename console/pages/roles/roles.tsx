import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconAdd } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { catalogQuery } from './catalog.ts';
import { type Role, useRoles } from './queries.ts';

/** /settings/roles: built-in roles first, then custom ones. */
export default function Roles() {
  const company = useCompany();
  const roles = useRoles();
  const catalog = useQuery(catalogQuery);
  const all = () => (catalog.isSuccess ? catalog.data.permissions.length : undefined);
  const columns: TableColumn<Role>[] = [
    {
      header: t('roles.role'),
      cell: (role) => (
        <span class="row">
          <a class="link strong" href={company.href(`/settings/roles/${role.key}`)}>
            {role.name}
          </a>
          <span class="mono muted">{role.key}</span>
        </span>
      ),
    },
    { header: t('roles.kind'), cell: (role) => <Tag>{role.builtin ? t('roles.builtin') : t('roles.custom')}</Tag> },
    {
      header: t('roles.description'),
      kind: 'wrap',
      cell: (role) => role.description,
    },
    { header: t('roles.allows'), kind: 'num', cell: (role) => allowed(role.permissions.length, all()) },
    { header: t('roles.users'), kind: 'num', cell: (role) => formatNumber(role.user_count) },
    { header: t('roles.tokens'), kind: 'num', cell: (role) => formatNumber(role.token_count) },
  ];
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
      <Card>
        <Loaded query={roles} failed={t('roles.failed')}>
          {(data) => <Table label={t('settings.roles')} columns={columns} rows={data().roles} />}
        </Loaded>
      </Card>
    </SettingsPage>
  );
}

const allowed = (count: number, all: number | undefined) =>
  all === undefined ? formatNumber(count) : t('roles.allows_count', { count, all });
