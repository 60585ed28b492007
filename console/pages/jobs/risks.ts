import { type Icon, IconDelete, IconDownload, IconReboot, IconUser } from '../../ui/icons.ts';
import type { JobRow } from './job.ts';

export type RiskHint = JobRow['risk_hints'][number];
export type RiskKind = RiskHint['kind'];

/** In the order in which they are shown. */
export const riskKinds: readonly RiskKind[] = ['deletes', 'downloads_and_runs', 'reboots', 'accounts'];

export const riskIcons: Record<RiskKind, Icon> = {
  deletes: IconDelete,
  downloads_and_runs: IconDownload,
  reboots: IconReboot,
  accounts: IconUser,
};

/** Lines of one kind, in order. */
export function riskLines(hints: readonly RiskHint[], kind: RiskKind): number[] {
  return hints.filter((hint) => hint.kind === kind).map(({ line }) => line);
}
