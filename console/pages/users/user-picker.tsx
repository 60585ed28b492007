import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import { createSignal } from 'solid-js';
import { api } from '../../api.ts';
import { can } from '../../session.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { Option } from '../../ui/select.tsx';
import type { User } from './queries.ts';

/** So many show; typing on finds the others. */
const SHOWN = 10;

export type UserPickerProps = {
  label: string;
  /** Further words about an account, and whether it may be picked. */
  about: (user: User) => Omit<Option, 'value' | 'label'>;
  value: User | undefined;
  onChange: (user: User) => void;
};

/** Finds an account on the server by its name or address. */
export function UserPicker(props: UserPickerProps) {
  const [text, setText] = createSignal('');
  const found = useQuery(() => ({
    queryKey: ['users', { q: text().trim(), limit: SHOWN }],
    queryFn: ({ signal }) => api('GET /api/users', { query: { q: text().trim(), limit: SHOWN }, signal }),
    enabled: can('users.manage'),
    placeholderData: keepPreviousData,
  }));
  // What is picked stays named while somebody types.
  const users = (): readonly User[] => {
    const list = found.isSuccess ? found.data.users : [];
    const { value } = props;
    return value && !list.some(({ id }) => id === value.id) ? [value, ...list] : list;
  };
  return (
    <Combobox
      label={props.label}
      options={users().map((user) => ({ value: user.id, label: user.username, ...props.about(user) }))}
      value={props.value?.id}
      onSearch={setText}
      search={found}
      onChange={(id) => {
        const user = users().find((one) => one.id === id);
        if (user) props.onChange(user);
      }}
    />
  );
}
