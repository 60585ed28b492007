import { approveStanding } from './approve.ts';
import { listStandingApprovals } from './list.ts';
import { readStandingApproval } from './read.ts';
import { rejectStanding } from './reject.ts';

export const standingApprovals = [
  listStandingApprovals,
  readStandingApproval,
  approveStanding,
  rejectStanding,
] as const;
