import { approveOauthApp } from './approve.ts';
import { listOauthApps } from './list.ts';
import { removeOauthApp } from './remove.ts';

export const oauthApps = [listOauthApps, approveOauthApp, removeOauthApp] as const;
