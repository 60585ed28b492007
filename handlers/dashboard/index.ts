import { readDashboard } from './read.ts';

export const dashboard = [readDashboard] as const;
