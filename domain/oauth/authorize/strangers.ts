/** Entries a minute about tickets that nobody has: made up, they cost nothing, and the trail is kept for years. */
const PER_MINUTE = 20;
const MINUTE_MS = 60_000;

let noted = { minute: 0, applications: new Set<string | null>() };

/** Whether one more such refusal is written down: the first of an application within a minute, as far as there is room. */
export function noteStranger(now: Date, application: string | null): boolean {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (noted.minute !== minute) noted = { minute, applications: new Set() };
  if (noted.applications.has(application) || noted.applications.size >= PER_MINUTE) return false;
  noted.applications.add(application);
  return true;
}
