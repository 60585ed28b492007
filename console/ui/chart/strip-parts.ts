/** A length of time and how it looks in a <StatusStrip>. */
export type StripPart = { from: Date; until: Date; look: 'ok' | 'warn' | 'err' | 'idle' };

/** Neighbours of the same look become one, so that a quiet month is not a thousand rectangles. */
export function joined(parts: readonly StripPart[]): StripPart[] {
  const joinedParts: StripPart[] = [];
  for (const part of parts) {
    const last = joinedParts.at(-1);
    if (last && last.look === part.look && part.from.getTime() <= last.until.getTime()) last.until = part.until;
    else joinedParts.push({ ...part });
  }
  return joinedParts;
}
