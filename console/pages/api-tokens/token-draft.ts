import { createSignal } from 'solid-js';
import type { Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me, type Permission } from '../../session.ts';
import type { Option } from '../../ui/select.tsx';
import { useRoles } from '../roles/queries.ts';
import { useUsers } from '../users/queries.ts';

type NewToken = { name: string; role: string; expires_in_days: number; mcp_only: boolean; user_id?: string };
type Account = { id: string; username: string; role?: Output<'GET /api/users'>['users'][number]['role'] };

const NOBODY = 'nobody';

/** A token that is being made: what was chosen, whom it may act for, and what it may do in the end. */
export function createTokenDraft() {
  const roles = useRoles();
  const users = useUsers();
  const unscoped = () => me()?.unscoped === true;
  const [name, setName] = createSignal('');
  const [role, setRole] = createSignal<string | undefined>();
  // With an access scope a token acts for its issuer: an unbound one would reach everything.
  const [bound, setBound] = createSignal(unscoped() ? NOBODY : (me()?.user?.id ?? NOBODY));
  const [days, setDays] = createSignal('90');
  const [mcpOnly, setMcpOnly] = createSignal(false);

  const allRoles = () => (roles.isSuccess ? roles.data.roles : []);
  const held = (key: string | undefined): readonly Permission[] =>
    allRoles().find((one) => one.key === key)?.permissions ?? [];
  /** Who may not list accounts still has their own. */
  const accounts = (): readonly Account[] => {
    const own = me()?.user;
    if (users.isSuccess && unscoped()) return users.data.users;
    return own ? [own] : [];
  };
  return {
    name,
    setName,
    role,
    setRole,
    bound,
    setBound,
    days,
    setDays,
    mcpOnly,
    setMcpOnly,
    unscoped,
    roles: allRoles,
    people: (): Option[] => [
      ...(unscoped() ? [{ value: NOBODY, label: t('tokens.bound_none') }] : []),
      ...accounts().map(({ id, username }) => ({ value: id, label: username })),
    ],
    /** Of the token's role, and for a bound one no more than the account's. */
    permissions: (): Permission[] => {
      const account = accounts().find(({ id }) => id === bound());
      const limit = account && (account.role === undefined ? (me()?.permissions ?? []) : held(account.role));
      return held(role()).filter((permission) => limit === undefined || limit.includes(permission));
    },
    /** As the API takes it; undefined while no role is chosen. */
    body: (): NewToken | undefined => {
      const key = role();
      if (key === undefined) return undefined;
      const token = { name: name().trim(), role: key, expires_in_days: Number(days()), mcp_only: mcpOnly() };
      return bound() === NOBODY ? token : { ...token, user_id: bound() };
    },
  };
}
