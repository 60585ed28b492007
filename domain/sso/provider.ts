/** The identity provider that RMM_OIDC_* names (OpenID Connect Core 1.0). */
export interface IdentityProvider {
  /** Where to send the browser. @throws IdentityError when the provider cannot be reached */
  authorizationUrl: (flow: Flow) => Promise<string>;
  /**
   * Exchanges the code of a callback and judges the id token: signature, iss, aud, exp, nonce, acr and amr.
   * @param query the callback's query string as it came @throws IdentityError with the reason for the log
   */
  redeem: (query: string, flow: Flow) => Promise<Identity>;
}

/** What ties a callback to its start. */
export interface Flow {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Whom the provider vouches for. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
  /** Only a signed `true` counts. */
  emailVerified: boolean;
  preferredUsername: string | null;
}

/** Why an identity was not accepted: for the log and the audit trail, never for the browser. */
export class IdentityError extends Error {
  override name = 'IdentityError';
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}
