import { readConfig } from './read.ts';

export const config = [readConfig] as const;
