import { useSearchParams } from '@solidjs/router';
import { type Accessor, createMemo, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { type Option, Select } from '../../ui/select.tsx';
import { useRoles } from '../roles/queries.ts';
import type { UserFilter } from './queries.ts';

/** What the address says: `q`, `role`, `state` and `second_factor`. Anything it does not know narrows nothing. */
type Params = { q?: string; role?: string; state?: string; second_factor?: string };

const ALL = 'all';

export type UserFilterState = {
  filter: Accessor<UserFilter>;
  params: Params;
  set: (change: Partial<Record<keyof Params, string>>) => void;
  clear: () => void;
};

/** The filter of the list of accounts; it lives in the address. */
export function createUserFilter(): UserFilterState {
  const [params, setParams] = useSearchParams<Params>();
  const filter = createMemo<UserFilter>(() => {
    const { q, role, state, second_factor } = params;
    return {
      ...(q?.trim() && { q: q.trim() }),
      ...(role && { role }),
      ...((state === 'enabled' || state === 'disabled') && { state }),
      ...(second_factor === 'on' && { totp_enabled: 'true' as const }),
      ...(second_factor === 'off' && { totp_enabled: 'false' as const }),
    };
  });
  const set = (change: Partial<Record<keyof Params, string>>) =>
    setParams(
      Object.fromEntries(Object.entries(change).map(([key, value]) => [key, value && value !== ALL ? value : null])),
      { replace: true },
    );
  return {
    filter,
    params,
    set,
    clear: () => setParams({ q: null, role: null, state: null, second_factor: null }),
  };
}

export function UserFilters(props: { state: UserFilterState }) {
  const roles = useRoles();
  const named = (): Option[] =>
    roles.isSuccess ? roles.data.roles.map(({ key, name }) => ({ value: key, label: name })) : [];
  const { params, set } = props.state;
  return (
    <div class="filters">
      <TextField
        label={t('users.find')}
        class="fsearch [&>.head]:sr-only"
        icon={IconSearch}
        value={params.q ?? ''}
        onChange={(q) => set({ q })}
        input={{ type: 'search', placeholder: t('users.find'), autocomplete: 'off', maxlength: 200 }}
      />
      <Select
        class="w-44 max-w-full"
        label={t('users.role')}
        hideLabel
        options={[{ value: ALL, label: t('users.any_role') }, ...named()]}
        value={params.role ?? ALL}
        onChange={(role) => set({ role })}
      />
      <Select
        class="w-40 max-w-full"
        label={t('users.state')}
        hideLabel
        options={[
          { value: ALL, label: t('users.any_state') },
          { value: 'enabled', label: t('users.active') },
          { value: 'disabled', label: t('users.disabled') },
        ]}
        value={params.state ?? ALL}
        onChange={(state) => set({ state })}
      />
      <Select
        class="w-68 max-w-full"
        label={t('users.second_factor')}
        hideLabel
        options={[
          { value: ALL, label: t('users.any_factor') },
          { value: 'on', label: t('users.with_factor') },
          { value: 'off', label: t('users.without_factor') },
        ]}
        value={params.second_factor ?? ALL}
        onChange={(second_factor) => set({ second_factor })}
      />
      <Show when={Object.keys(props.state.filter()).length > 0}>
        <Button look="quiet" onClick={() => props.state.clear()}>
          {t('users.clear')}
        </Button>
      </Show>
    </div>
  );
}
