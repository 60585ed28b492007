/** What shows nothing, turns the line around or breaks it: a name must not forge the text beside it (ATTACKS.md 19). */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Marks piled on one letter reach into the lines around. */
const PILED = /(\p{M}{2})\p{M}+/gu;
const NAME_MAX = 100;

/** The name of an application as it may be shown, at most 100 characters; `fallback` where nothing is left of it. */
export function shownName(name: string | undefined, fallback: string): string {
  const plain = (name ?? '')
    .slice(0, 2000)
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(PILED, '$1')
    .replace(/ +/g, ' ')
    .trim();
  return [...plain].slice(0, NAME_MAX).join('').trim() || fallback;
}
