/**
 * How secrets that the server must read again are stored: sealed with a key that the database does not hold, and bound to
 * their place, so that a value copied to another row opens nothing (CONTRACT.md, Access; ATTACKS.md 38).
 */
export interface SecretBox {
  /** @param place `table:column:id` of where it will lie */
  seal: (place: string, secret: string) => string;
  /** @throws when it was sealed for another place, was changed, or its key is not configured any more */
  open: (place: string, sealed: string) => string;
  /** It opens, but was sealed with a key that is no longer the first: seal it anew. */
  isStale: (sealed: string) => boolean;
}

/** What to store instead: the same while the first key holds it. @throws as open */
export const sealAnew = (box: SecretBox, place: string, sealed: string | null): string | null =>
  sealed !== null && box.isStale(sealed) ? box.seal(place, box.open(place, sealed)) : sealed;
