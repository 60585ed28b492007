import { readConfig } from './read.ts';
import { getAccountRelay } from './read-account-relay.ts';
import { getAlertRelay } from './read-alert-relay.ts';
import { setAlertRelay } from './set-alert-relay.ts';
import { testAccountRelay } from './test-account-relay.ts';
import { testAlertRelay } from './test-alert-relay.ts';

export const config = [
  readConfig,
  getAccountRelay,
  testAccountRelay,
  getAlertRelay,
  setAlertRelay,
  testAlertRelay,
] as const;
