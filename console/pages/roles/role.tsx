import { useParams } from '@solidjs/router';
import { useQuery } from '@tanstack/solid-query';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { me } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconCopy, IconInfo, IconRoles } from '../../ui/icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Note, Tag } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { permissionLabel } from './areas.ts';
import { catalogQuery } from './catalog.ts';
import { PermissionMatrix } from './permission-matrix.tsx';
import { lackedIn, mayEdit, type Role, useRoles } from './queries.ts';
import type { RoleDraft } from './role-changes.ts';
import { RoleDelete } from './role-delete.tsx';
import { RoleForm } from './role-form.tsx';
import { RoleHolders } from './role-holders.tsx';

/** /settings/roles/:key: what a role allows and who has it; a custom one is changed here. */
export default function RolePage() {
  const params = useParams<{ key: string }>();
  const company = useCompany();
  const roles = useRoles();
  const role = () => (roles.isSuccess ? roles.data.roles.find(({ key }) => key === params.key) : undefined);
  return (
    <SettingsPage
      title={role()?.name ?? t('roles.role')}
      crumbs={[{ label: t('settings.roles'), href: company.href('/settings/roles') }]}
      beside={
        <Show when={role()}>
          {(found) => (
            <>
              <Tag>{found().builtin ? t('roles.builtin') : t('roles.custom')}</Tag>
              <span class="mono muted">{found().key}</span>
            </>
          )}
        </Show>
      }
      actions={
        <Show when={me()?.unscoped && role()}>
          {(found) => (
            <LinkButton icon={IconCopy} href={company.href(`/settings/roles/new?from=${found().key}`)}>
              {t('roles.copy')}
            </LinkButton>
          )}
        </Show>
      }
    >
      <Loaded query={roles} failed={t('roles.failed')}>
        {() => (
          <Show when={role()} fallback={<Gone />}>
            {(found) => (
              <div class="cols">
                <Show when={mayEdit(found())} fallback={<Read role={found()} />}>
                  <Edit role={found()} />
                </Show>
                <div class="stack">
                  <RoleHolders role={found()} />
                  <Show when={mayEdit(found())}>
                    <RoleDelete role={found()} />
                  </Show>
                </div>
              </div>
            )}
          </Show>
        )}
      </Loaded>
    </SettingsPage>
  );
}

function Gone() {
  return (
    <Card>
      <EmptyState icon={IconRoles} title={t('missing.title')}>
        {t('roles.gone')}
      </EmptyState>
    </Card>
  );
}

function fixedBecause(role: Role): string {
  if (role.builtin) return t('roles.builtin_why');
  if (!me()?.unscoped) return t('roles.scoped_why');
  const lacked = lackedIn(role).map((permission) => t(permissionLabel(permission)));
  return t('roles.exceeds_why', { permissions: lacked.join('; ') });
}

function Read(props: { role: Role }) {
  const catalog = useQuery(catalogQuery);
  return (
    <div class="stack">
      <Note icon={IconInfo}>
        <Show when={props.role.description}>
          <p>
            <strong>{props.role.description}</strong>
          </p>
        </Show>
        <p>{fixedBecause(props.role)}</p>
      </Note>
      <Card title={t('roles.matrix')}>
        <Loaded query={catalog} failed={t('roles.permissions_failed')}>
          {(data) => <PermissionMatrix catalog={data().permissions} held={props.role.permissions} />}
        </Loaded>
      </Card>
    </div>
  );
}

function Edit(props: { role: Role }) {
  const holders = () => props.role.user_count + props.role.token_count;
  const save = async ({ name, description, permissions }: RoleDraft) => {
    const { key } = props.role;
    await api('PUT /api/roles/:key', { params: { key }, body: { name, description, permissions: [...permissions] } });
    await queries.invalidateQueries({ queryKey: ['roles'] });
    toast(t('roles.saved', { name }));
  };
  return (
    <Show when={props.role.key} keyed>
      {(_key) => (
        <RoleForm
          start={{ ...props.role }}
          fixedKey
          save={save}
          failed={t('roles.save_failed')}
          submit={t('roles.save')}
          note={
            <Show when={holders() > 0}>
              <span class="hint">{t('roles.save_reach', { count: holders() })}</span>
            </Show>
          }
        />
      )}
    </Show>
  );
}
