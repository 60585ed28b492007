import type { AlertStatus } from '../../schema/alerts.ts';
import { conflict, notFound, outOfScope, type Problem } from '../problem.ts';

/** What a decision on an alert is judged by. */
export interface Judged {
  in_scope: boolean;
  status: AlertStatus;
  version: number;
}

/** Why an alert cannot be decided on, or undefined when it can. `allowed` are the states in which it can be. */
export function refusalOf(
  alert: Judged | undefined,
  expectedVersion: number | undefined,
  allowed: readonly AlertStatus[],
): Problem | undefined {
  if (!alert) return notFound('alert');
  if (!alert.in_scope) return outOfScope('alert');
  const { status, version } = alert;
  if (expectedVersion !== undefined && expectedVersion !== version)
    return conflict('version_conflict', `This alert has changed: it is ${status}, version ${version}.`, {
      status,
      version,
    });
  if (!allowed.includes(status))
    return conflict('alert_not_allowed', `This alert is ${status}: that is not possible any more.`, {
      status,
      version,
    });
  return undefined;
}
