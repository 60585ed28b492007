/** What keys may sign with (IANA COSE Algorithms), best first: EdDSA, ES256, RS256. Windows Hello has the last one only. */
export const ALGORITHMS = [-8, -7, -257] as const;
