import { createSignal } from 'solid-js';
import { api, type Output } from '../../api.ts';
import { queries } from '../../queries.ts';
import { createSubmit } from '../../ui/form.ts';
import { passwordIssues, refusalOf } from '../settings/refusals.ts';
import { type Reach, rowsOf } from './scope-rows.ts';

/** Refusals that a field shows. */
const SHOWN_BY_FIELDS = ['username_taken', 'email_taken'];

/** Nothing is decided at first: everything is a decision of its own. */
const UNDECIDED: Reach = { everything: false, targets: [] };

/** An account that is being made: what was typed and chosen, and what the server found wrong with it. */
export function createUserDraft(done: (made: Output<'POST /api/users'>) => void) {
  const [username, setUsername] = createSignal('');
  const [password, setPassword] = createSignal('');
  const [email, setEmail] = createSignal('');
  const [role, setRole] = createSignal<string | undefined>();
  const [reach, setReach] = createSignal<Reach>(UNDECIDED);
  const [failure, setFailure] = createSignal<unknown>();
  /** As the API takes it; undefined while role or access is not chosen. */
  const body = () => {
    const [key, scopes, address] = [role(), rowsOf(reach()), email().trim()];
    if (key === undefined || scopes === undefined) return undefined;
    const account = { username: username().trim(), password: password(), role: key, scopes };
    return address === '' ? account : { ...account, email: address };
  };
  const form = createSubmit(async () => {
    setFailure(undefined);
    const account = body();
    if (!account) return;
    const made = await api('POST /api/users', { body: account }).catch((error: unknown) => {
      setFailure(error);
      throw error;
    });
    void queries.invalidateQueries({ queryKey: ['users'] });
    done(made);
  }, ['username', 'password', 'email']);
  return {
    username,
    setUsername,
    password,
    setPassword,
    email,
    setEmail,
    role,
    setRole,
    reach,
    setReach,
    form,
    ready: () => body() !== undefined,
    usernameError: () => form.issue('username') ?? refusalOf(failure(), 'username_taken'),
    passwordError: () => passwordIssues(failure(), 'password'),
    emailError: () => form.issue('email') ?? refusalOf(failure(), 'email_taken'),
    /** What no field shows. */
    error: () => (refusalOf(failure(), ...SHOWN_BY_FIELDS) ? undefined : form.error()),
  };
}

export type UserDraft = ReturnType<typeof createUserDraft>;
