/** What an agent must be for python jobs (SPEC.md, Versioning). */
export const PYTHON_JOBS_SINCE = '0.4.9';

/** What an agent must be for arguments and variables: an older one would run the script without them. */
export const ARGUMENTS_SINCE = '0.5.0';

/** SemVer 2.0.0 (section 2 and 9): three numbers, then what marks a pre-release, then build metadata. */
const SEMVER = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Whether an agent's version is `minimum` or later. A missing or malformed one counts as too old (SPEC.md, Versioning),
 * and so does a pre-release of the minimum itself.
 */
export function isAtLeast(version: string | null | undefined, minimum: string): boolean {
  const [has, needs] = [SEMVER.exec(version ?? ''), SEMVER.exec(minimum)];
  if (!needs) throw new Error(`${minimum} is not a version`);
  if (!has) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(has[part]) - Number(needs[part]);
    if (difference !== 0) return difference > 0;
  }
  return has[4] === undefined;
}
