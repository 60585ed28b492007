import { type Accessor, createComputed, createMemo, on } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import type { Permission } from '../../session.ts';
import { createSubmit, type Submit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { type Difference, differenceOf } from './difference.tsx';
import type { Role } from './queries.ts';
import { createRoleChanges } from './role-changes.ts';

export type RoleEdit = {
  /** The role whose column is changed; undefined while none is. */
  role: Accessor<Role | undefined>;
  holds: (permission: Permission) => boolean;
  set: (permission: Permission, on: boolean) => void;
  /** Against what is saved now. */
  difference: Accessor<Difference>;
  /** Saves the permissions; name and purpose stay. */
  save: Submit;
  cancel: () => void;
  /** Somebody else saved it meanwhile; `drop` shows what they saved. */
  overtaken: Accessor<boolean>;
  drop: () => void;
};

const NONE = { key: '', name: '', description: '', permissions: [] };

/** What a role is to allow, while it is being changed among the others. */
export function createRoleEdit(role: Accessor<Role | undefined>, done: () => void): RoleEdit {
  const changes = createRoleChanges(() => role() ?? NONE);
  const permissions = () => changes.draft().permissions;
  const key = createMemo(() => role()?.key);
  createComputed(on(key, changes.clear));
  const save = createSubmit(async () => {
    const changed = role();
    if (!changed) return;
    const { key, name } = changed;
    await api('PUT /api/roles/:key', { params: { key }, body: { permissions: [...permissions()] } });
    await queries.invalidateQueries({ queryKey: ['roles'] });
    toast(t('roles.saved', { name }));
    done();
  });
  return {
    role,
    holds: (permission) => permissions().includes(permission),
    set: (permission, on) =>
      changes.set({
        permissions: on ? [...permissions(), permission] : permissions().filter((one) => one !== permission),
      }),
    difference: () => differenceOf(role()?.permissions ?? [], permissions()),
    save,
    cancel: done,
    overtaken: () => changes.overtaken() && !save.busy(),
    drop: changes.clear,
  };
}
