import { type Accessor, createSignal } from 'solid-js';
import type { Permission } from '../../session.ts';
import { differenceOf, isSame } from './difference.tsx';

export type RoleDraft = { key: string; name: string; description: string; permissions: readonly Permission[] };

export type RoleChanges = {
  /** What is saved, with what was touched here laid over it. */
  draft: Accessor<RoleDraft>;
  set: (change: Partial<RoleDraft>) => void;
  /** Drops what was touched: the saved one shows. */
  clear: () => void;
  /** Somebody else saved the role since it was first touched here, and what is here is not what they saved. */
  overtaken: Accessor<boolean>;
};

/**
 * Changes to a role that is not saved yet. What nobody touched here follows the saved one, also while others change it;
 * what was touched stays until it is saved or dropped.
 */
export function createRoleChanges(saved: Accessor<RoleDraft>): RoleChanges {
  const [touched, setTouched] = createSignal<Partial<RoleDraft>>({});
  const [begun, setBegun] = createSignal<RoleDraft>();
  const draft = () => ({ ...saved(), ...touched() });
  return {
    draft,
    set(change) {
      // A copy, because the cache changes its rows in place (queries.ts).
      if (begun() === undefined) setBegun({ ...saved(), permissions: [...saved().permissions] });
      setTouched((before) => ({ ...before, ...change }));
    },
    clear() {
      setTouched({});
      setBegun(undefined);
    },
    overtaken() {
      const before = begun();
      return before !== undefined && !isSameRole(before, saved()) && !isSameRole(draft(), saved());
    },
  };
}

const isSameRole = (one: RoleDraft, other: RoleDraft): boolean =>
  one.name === other.name &&
  one.description === other.description &&
  isSame(differenceOf(one.permissions, other.permissions));
