import { createEffect, createSignal, on, Show } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { DifferenceList, differenceOf } from '../roles/difference.tsx';
import { useRoles } from '../roles/queries.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { Refused } from '../settings/refused.tsx';
import { changedUser, type User } from './queries.ts';

/** What the account may do. */
export function UserRole(props: { user: User }) {
  const company = useCompany();
  const roles = useRoles();
  const [role, setRole] = createSignal(props.user.role);
  createEffect(
    on(
      () => [props.user.id, props.user.role] as const,
      ([, key]) => setRole(key),
    ),
  );
  const all = () => (roles.isSuccess ? roles.data.roles : []);
  const permissions = (key: string) => all().find((one) => one.key === key)?.permissions ?? [];
  const form = createSubmit(async () => {
    const { id, username } = props.user;
    const changed = await api('PATCH /api/users/:id', { params: { id }, body: { role: role() } });
    await changedUser(id);
    const name = all().find(({ key }) => key === changed.role)?.name ?? changed.role;
    toast(t('users.role_changed', { name: username, role: name }));
  });
  return (
    <Card
      title={t('users.role_title')}
      end={
        <Show when={can('roles.manage')}>
          <a class="link" href={company.href(`/settings/roles/${props.user.role}`)}>
            {t('roles.matrix')}
          </a>
        </Show>
      }
      pad
    >
      <form class="stack gap-3" onSubmit={form.onSubmit}>
        <RoleSelect
          label={t('users.role')}
          hint={t('users.role_hint')}
          roles={all()}
          value={role()}
          onChange={setRole}
        />
        <DifferenceList
          difference={differenceOf(permissions(props.user.role), permissions(role()))}
          label={t('roles.difference')}
        />
        <Refused what={t('users.role_failed')} error={form.error()} />
        <div class="form-actions justify-end">
          <Button type="submit" disabled={role() === props.user.role} busy={form.busy()}>
            {t('users.role_change')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
