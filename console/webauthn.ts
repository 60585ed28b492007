/** What a browser does with passkeys: make one, and answer with one. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '../schema/passkeys.ts';

/** Why the browser gave nothing: a passkey of this account is there, it was cancelled or took too long, anything else. */
export type Refusal = 'known' | 'cancelled' | 'failed';

export class BrowserRefusal extends Error {
  override name = 'BrowserRefusal';
  readonly refusal: Refusal;

  constructor(cause: unknown) {
    super('the browser gave no passkey', { cause });
    this.refusal = refusalOf(cause);
  }
}

/** Whether this browser knows passkeys at all; it does not where the page came without https. */
export const knowsPasskeys = (): boolean => browserSupportsWebAuthn();

/** Asks the browser for a new passkey. Rejects with BrowserRefusal. */
export async function makePasskey(options: CreationOptions): Promise<RegistrationResponse> {
  const made = await startRegistration({ optionsJSON: options }).catch(refuse);
  // nothing was asked of extensions, and what they say may be no JSON
  return { ...made, type: 'public-key', clientExtensionResults: {} };
}

/** Asks the browser to answer with a passkey. Rejects with BrowserRefusal. */
export async function answerWithPasskey(options: RequestOptions): Promise<AuthenticationResponse> {
  const answer = await startAuthentication({ optionsJSON: options }).catch(refuse);
  return { ...answer, type: 'public-key', clientExtensionResults: {} };
}

function refuse(cause: unknown): never {
  throw new BrowserRefusal(cause);
}

/** Browsers tell a cancelled ceremony and one that took too long by one name, NotAllowedError, so that pages can't probe. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return 'failed';
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known';
  return error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'cancelled' : 'failed';
}
