import { createSignal } from 'solid-js';
import { ApiError } from '../../api.ts';
import { signIn } from '../../session.ts';
import { createSubmit } from '../../ui/form.ts';

export type SignInModel = ReturnType<typeof createSignIn>;

/** What was typed, and whether the server asks for a code as well. */
export function createSignIn() {
  const [username, setUsername] = createSignal('');
  const [password, setPassword] = createSignal('');
  const [code, setCode] = createSignal('');
  const [asksCode, setAsksCode] = createSignal(false);
  const form = createSubmit(async () => {
    const second = asksCode() ? { code: code().replaceAll(' ', '') } : {};
    try {
      await signIn({ username: username(), password: password(), ...second });
    } catch (error) {
      if (!wantsCode(error) || asksCode()) throw error;
      setAsksCode(true);
    }
  });
  function back() {
    setAsksCode(false);
    setCode('');
  }
  return { username, setUsername, password, setPassword, code, setCode, asksCode, form, back };
}

function wantsCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.body.totp_required === true;
}
