import { readConfig } from './read.ts';
import { getAccountRelay } from './read-account-relay.ts';
import { getAlertRelay } from './read-alert-relay.ts';
import { setConfig } from './set.ts';
import { setAlertRelay } from './set-alert-relay.ts';
import { setMcpOauth } from './set-mcp-oauth.ts';
import { testAccountRelay } from './test-account-relay.ts';
import { testAi } from './test-ai.ts';
import { testAlertRelay } from './test-alert-relay.ts';

export const config = [
  readConfig,
  setConfig,
  testAi,
  getAccountRelay,
  testAccountRelay,
  getAlertRelay,
  setAlertRelay,
  testAlertRelay,
  setMcpOauth,
] as const;
