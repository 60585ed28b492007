import { createSignal } from 'solid-js';
import { can, me, type Permission } from '../../session.ts';
import { useRoles } from '../roles/queries.ts';
import type { User } from '../users/queries.ts';

type NewToken = { name: string; role: string; expires_in_days: number; mcp_only: boolean; user_id?: string };

/** Whom a token acts for: oneself, another account, or nobody, which reaches everything. */
export type Binding = 'self' | 'account' | 'nobody';

/** A token that is being made: what was chosen, whom it may act for, and what it may do in the end. */
export function createTokenDraft(begun: { mcpOnly: boolean }) {
  const roles = useRoles();
  const unscoped = () => me()?.unscoped === true;
  const [name, setName] = createSignal('');
  const [role, setRole] = createSignal<string | undefined>();
  const [binding, setBinding] = createSignal<Binding>(me()?.user ? 'self' : 'nobody');
  const [account, setAccount] = createSignal<User | undefined>();
  const [days, setDays] = createSignal('90');
  const [mcpOnly, setMcpOnly] = createSignal(begun.mcpOnly);

  const allRoles = () => (roles.isSuccess ? roles.data.roles : []);
  const held = (key: string | undefined): readonly Permission[] =>
    allRoles().find((one) => one.key === key)?.permissions ?? [];
  /** What the account may do; undefined for a token of nobody. */
  const limit = (): readonly Permission[] | undefined => {
    if (binding() === 'self') return me()?.permissions ?? [];
    return binding() === 'account' ? held(account()?.role) : undefined;
  };
  return {
    name,
    setName,
    role,
    setRole,
    binding,
    setBinding,
    account,
    setAccount,
    days,
    setDays,
    mcpOnly,
    setMcpOnly,
    unscoped,
    roles: allRoles,
    /** With an access scope a token acts for its issuer: an unbound one would reach everything. */
    bindings: (): Binding[] => [
      ...(me()?.user ? (['self'] as const) : []),
      ...(unscoped() && can('users.manage') ? (['account'] as const) : []),
      ...(unscoped() ? (['nobody'] as const) : []),
    ],
    /** Of the token's role, and for a bound one no more than the account's. */
    permissions: (): Permission[] => {
      const most = limit();
      return held(role()).filter((permission) => most === undefined || most.includes(permission));
    },
    /** What the role allows and the account does not. */
    lost: (): Permission[] => {
      const most = limit();
      return most === undefined || (binding() === 'account' && !account())
        ? []
        : held(role()).filter((permission) => !most.includes(permission));
    },
    /** As the API takes it; undefined while something is not chosen. */
    body: (): NewToken | undefined => {
      const key = role();
      const user_id = binding() === 'self' ? me()?.user?.id : account()?.id;
      if (key === undefined || (binding() !== 'nobody' && user_id === undefined)) return undefined;
      const token = { name: name().trim(), role: key, expires_in_days: Number(days()), mcp_only: mcpOnly() };
      return binding() === 'nobody' || user_id === undefined ? token : { ...token, user_id };
    },
  };
}

export type TokenDraft = ReturnType<typeof createTokenDraft>;
