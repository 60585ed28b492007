import { t } from '../../i18n/index.ts';
import { type Option, Select } from '../../ui/select.tsx';
import { mayAssign, type Role } from './queries.ts';

export type RoleSelectProps = {
  label: string;
  roles: readonly Role[];
  value: string | undefined;
  onChange: (key: string) => void;
  hint?: string;
  error?: string | undefined;
  disabled?: boolean;
  class?: string;
};

/** A role to give away. Those that hold more than the caller stand there with the reason, since the others would wonder. */
export function RoleSelect(props: RoleSelectProps) {
  const options = () => props.roles.map(optionOf);
  return (
    <Select
      label={props.label}
      options={options()}
      value={props.value}
      onChange={props.onChange}
      hint={props.hint}
      error={props.error}
      {...(props.disabled === undefined ? {} : { disabled: props.disabled })}
      {...(props.class === undefined ? {} : { class: props.class })}
    />
  );
}

function optionOf(role: Role): Option {
  const free = mayAssign(role);
  const hint = free ? role.description : t('users.role_exceeds');
  return { value: role.key, label: role.name, disabled: !free, ...(hint && { hint }) };
}
