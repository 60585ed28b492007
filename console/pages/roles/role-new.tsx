import { useNavigate, useSearchParams } from '@solidjs/router';
import { Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { useRoles } from './queries.ts';
import type { RoleDraft } from './role-changes.ts';
import { RoleForm } from './role-form.tsx';
import { keyFor } from './role-key.ts';

/** No role has this key: keys are lower-case. */
const NOTHING = '-';

/** /settings/roles/new; `?from=tech` begins with a copy. */
export default function NewRole() {
  const company = useCompany();
  const navigate = useNavigate();
  const roles = useRoles();
  const [search, setSearch] = useSearchParams<{ from?: string }>();
  const start = (): RoleDraft => {
    const source = roles.isSuccess ? roles.data.roles.find(({ key }) => key === search.from) : undefined;
    if (!source) return { key: '', name: '', description: '', permissions: [] };
    const name = t('roles.copy_of', { name: source.name });
    return {
      name,
      key: keyFor(name),
      description: source.description,
      permissions: source.permissions.filter(can),
    };
  };
  const save = async (draft: RoleDraft) => {
    const made = await api('POST /api/roles', { body: { ...draft, permissions: [...draft.permissions] } });
    void queries.invalidateQueries({ queryKey: ['roles'] });
    toast(t('roles.created', { name: made.name }));
    navigate(company.href(`/settings/roles/${made.key}`));
  };
  return (
    <SettingsPage
      title={t('roles.create_title')}
      crumbs={[{ label: t('settings.roles'), href: company.href('/settings/roles') }]}
    >
      <Loaded query={roles} failed={t('roles.failed')}>
        {(data) => (
          <div class="stack">
            <Card pad>
              <Select
                class="max-w-160"
                label={t('roles.start_from')}
                hint={t('roles.start_from_hint')}
                options={[
                  { value: NOTHING, label: t('roles.start_blank') },
                  ...data().roles.map(({ key, name, description }) => ({ value: key, label: name, hint: description })),
                ]}
                value={search.from ?? NOTHING}
                onChange={(from) => setSearch({ from: from === NOTHING ? null : from }, { replace: true })}
              />
            </Card>
            <Show when={search.from ?? NOTHING} keyed>
              {(_from) => (
                <RoleForm start={start()} save={save} failed={t('roles.create_failed')} submit={t('roles.create')} />
              )}
            </Show>
          </div>
        )}
      </Loaded>
    </SettingsPage>
  );
}
