import { createSignal } from 'solid-js';
import type { PasskeyOffer, PasskeyProof } from '../../../schema/passkeys.ts';
import { ApiError } from '../../api.ts';
import { createSubmit } from '../../ui/form.ts';
import { answerWithPasskey, knowsPasskeys } from '../../webauthn.ts';

export type PasskeyStep = ReturnType<typeof createPasskeyStep>;

/** The second step by passkey: what the server offers, and the browser's answer to it, with which `signIn` is called. */
export function createPasskeyStep(signIn: (proof: PasskeyProof) => Promise<void>) {
  const [offer, setOffer] = createSignal<PasskeyOffer | undefined>();
  /** Takes what a refusal offers. An offer is good for one answer, and every refusal brings another. */
  const take = (error: unknown) => {
    setOffer(offerOf(error));
  };
  const form = createSubmit(async () => {
    const held = offer();
    if (!held) return;
    const response = await answerWithPasskey(held.options);
    await signIn({ challenge_id: held.challenge_id, response }).catch((error: unknown) => {
      if (error instanceof ApiError && error.body.passkey !== undefined) take(error);
      throw error;
    });
  });
  function forget() {
    setOffer(undefined);
    form.clear();
  }
  return { offer, take, forget, form };
}

/** Undefined where this browser, or the name in its address bar, can't answer. */
function offerOf(error: unknown): PasskeyOffer | undefined {
  const offer = error instanceof ApiError ? error.body.passkey : undefined;
  return isOffer(offer) && offer.options.rpId === location.hostname && knowsPasskeys() ? offer : undefined;
}

function isOffer(value: unknown): value is PasskeyOffer {
  return typeof value === 'object' && value !== null && 'challenge_id' in value && 'options' in value;
}
