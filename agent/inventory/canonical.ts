import { createHash } from 'node:crypto';

/** JSON with sorted keys and no white space, so that equal data give equal text (RFC 8785 for what an inventory holds). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
