import { callMcp } from './call.ts';

export const mcp = [callMcp] as const;
