import { listApprovals } from './list.ts';

export const approvals = [listApprovals] as const;
