/** Alerts: one row for each condition that somebody should know of. SPEC.md, Alert; CONTRACT.md, Monitoring. */
import { z } from 'zod';

export const alertStatuses = ['open', 'acknowledged', 'resolved'] as const;
export const AlertStatus = z.enum(alertStatuses).meta({ id: 'AlertStatus' });
export type AlertStatus = z.infer<typeof AlertStatus>;

export const alertSeverities = ['warning', 'error'] as const;
export const AlertSeverity = z.enum(alertSeverities);
export type AlertSeverity = z.infer<typeof AlertSeverity>;

export const alertKinds = ['check', 'check_timeout', 'identity_conflict'] as const;
export const AlertKind = z.enum(alertKinds);
export type AlertKind = z.infer<typeof AlertKind>;

export const alertEventKinds = [
  'raised',
  'repeated',
  'severity_changed',
  'acknowledged',
  'resolved',
  'cleared',
  'reopened',
  'suppressed',
  'unsuppressed',
  'note',
  'mailed',
  'mail_failed',
  'remediation',
] as const;
export const AlertEventKind = z.enum(alertEventKinds);
export type AlertEventKind = z.infer<typeof AlertEventKind>;
