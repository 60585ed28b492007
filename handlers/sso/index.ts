import { beginSso } from './begin.ts';
import { returnFromSso } from './callback.ts';
import { exchangeSso } from './exchange.ts';
import { startSso } from './start.ts';
import { readSsoState } from './state.ts';

export const sso = [readSsoState, startSso, returnFromSso, exchangeSso, beginSso] as const;
