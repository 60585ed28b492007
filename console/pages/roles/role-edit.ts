import { type Accessor, createComputed, createMemo, createSignal, on } from 'solid-js';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import type { Permission } from '../../session.ts';
import { createSubmit, type Submit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import { type Difference, differenceOf } from './difference.tsx';
import type { Role } from './queries.ts';

export type RoleEdit = {
  /** The role whose column is changed; undefined while none is. */
  role: Accessor<Role | undefined>;
  holds: (permission: Permission) => boolean;
  set: (permission: Permission, on: boolean) => void;
  difference: Accessor<Difference>;
  /** Saves the permissions; name and purpose stay. */
  save: Submit;
  cancel: () => void;
};

/** What a role is to allow, while it is being changed among the others. A change that somebody else saved starts it anew. */
export function createRoleEdit(role: Accessor<Role | undefined>, done: () => void): RoleEdit {
  const [draft, setDraft] = createSignal<readonly Permission[]>([]);
  const version = createMemo(() => `${role()?.key} ${role()?.updated_at}`);
  createComputed(on(version, () => setDraft(role()?.permissions ?? [])));
  const save = createSubmit(async () => {
    const changed = role();
    if (!changed) return;
    const { key, name } = changed;
    await api('PUT /api/roles/:key', { params: { key }, body: { permissions: [...draft()] } });
    await queries.invalidateQueries({ queryKey: ['roles'] });
    toast(t('roles.saved', { name }));
    done();
  });
  return {
    role,
    holds: (permission) => draft().includes(permission),
    set: (permission, on) =>
      setDraft((before) => (on ? [...before, permission] : before.filter((one) => one !== permission))),
    difference: () => differenceOf(role()?.permissions ?? [], draft()),
    save,
    cancel: done,
  };
}
