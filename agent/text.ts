/** Text as the frames accept it: no NUL, no lone surrogate, at most `max` UTF-16 units. */
export function clean(value: string, max: number): string {
  const cut = value.length > max ? value.slice(0, max) : value;
  return cut.replaceAll('\0', '').toWellFormed();
}

/** The sentence of whatever was thrown. */
export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The errno name of a system error (`ENOENT`), else undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The disk, or the quota on it, is full. */
export const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
