/**
 * An array as PostgreSQL reads it, for statements with thousands of elements a second: the driver's own way quotes each one,
 * which costs ten times as much. Only for ids that were judged, numbers, booleans and words of an enumeration.
 */
export const plainArray = (elements: readonly (string | number | boolean | null)[]): string =>
  `{${elements.map((element) => element ?? 'NULL').join(',')}}`;

/** The same for times in ms since 1970, mostly null. */
export const timeArray = (elements: readonly (number | null)[]): string =>
  plainArray(elements.map((ms) => (ms === null ? null : `"${new Date(ms).toISOString()}"`)));
