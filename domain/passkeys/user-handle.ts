/** The 16 bytes of the account's id, in base64url: by this an authenticator knows whose a passkey is (WebAuthn, User Handle). */
export const userHandle = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
