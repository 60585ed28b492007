import { createSignal } from 'solid-js';
import { ApiError } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { me, signIn } from '../../session.ts';
import { createSubmit } from '../../ui/form.ts';
import { IconWarn } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.tsx';
import { createPasskeyStep } from './passkey.ts';

export type SignInModel = ReturnType<typeof createSignIn>;

/** Fewer than this, and whoever uses one is told to make new ones. */
const FEW_RECOVERY_CODES = 4;

/** What was typed, and whether the server asks for a second step as well. */
export function createSignIn() {
  const [username, setUsername] = createSignal('');
  const [password, setPassword] = createSignal('');
  const [code, setCode] = createSignal('');
  const [asksCode, setAsksCode] = createSignal(false);
  /** The code is one of those that were kept, and not of the app. */
  const [recovers, setRecovers] = createSignal(false);
  const passkey = createPasskeyStep((proof) => signIn({ username: username(), password: password(), passkey: proof }));
  const form = createSubmit(async () => {
    const asked = asksCode();
    try {
      await signIn({ username: username(), password: password(), ...(asked && { code: code() }) });
      if (asked && recovers()) tellCodesLeft();
    } catch (error) {
      if (wantsCode(error)) {
        setCode('');
        passkey.take(error);
      }
      setAsksCode(wantsCode(error) || (asked && !isRefusal(error)));
      if (asked || !asksCode()) throw error;
    }
  });
  function back() {
    setAsksCode(false);
    setRecovers(false);
    setCode('');
    form.clear();
    passkey.forget();
  }
  function recover(yes: boolean) {
    setRecovers(yes);
    setCode('');
    form.clear();
  }
  return {
    ...{ username, setUsername, password, setPassword, code, setCode },
    ...{ asksCode, recovers, recover, passkey, form, back },
  };
}

/** Whether the second step shows a passkey above the code: not to somebody who looks for a recovery code. */
export const offersPasskey = (model: SignInModel): boolean => model.passkey.offer() !== undefined && !model.recovers();

/** The server asks for a second step, or did not take the one it got. */
function wantsCode(error: unknown): boolean {
  return error instanceof ApiError && error.body.totp_required === true;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function tellCodesLeft(): void {
  const left = me()?.user?.recovery_codes_left;
  if (typeof left !== 'number') return;
  const action = { label: t('sign_in.codes_renew'), href: '/account' };
  toast(t('sign_in.codes_left', { count: left }), left < FEW_RECOVERY_CODES ? { icon: IconWarn, action } : {});
}
