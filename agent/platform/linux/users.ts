import type { z } from 'zod';
import type { MachineUser } from '../../../schema/inventory.ts';
import { clean } from '../../text.ts';
import { readText } from './command.ts';

export async function users(): Promise<z.infer<typeof MachineUser>[]> {
  return parseUsers(readText('/etc/passwd'), readText('/etc/group'));
}

/** Members of these may become root by sudo's or polkit's usual rules. */
const adminGroups = ['sudo', 'wheel', 'admin'];
const noLogin = /\/(nologin|false|sync|shutdown|halt)$/;

/** Accounts of people and whoever else can log in: root, ids from 1000 (login.defs(5)), and any with a login shell. */
export function parseUsers(passwd: string, group: string): z.infer<typeof MachineUser>[] {
  const groups = rows(group).filter(([name]) => adminGroups.includes(name ?? ''));
  const adminNames = new Set(groups.flatMap((row) => row[3]?.split(',') ?? []));
  const adminIds = new Set(groups.map((row) => row[2]));
  const accounts = rows(passwd).flatMap(([name, , uid, gid, , home = '', shell = '']) => {
    if (!name || uid === undefined || !/^\d+$/.test(uid)) return [];
    const isPerson = Number(uid) >= 1000 && Number(uid) < 65534;
    if (uid !== '0' && !isPerson && noLogin.test(shell)) return [];
    const admin = uid === '0' || adminNames.has(name) || adminIds.has(gid);
    return [{ name: clean(name, 500), uid, home: clean(home, 4096), admin }];
  });
  return accounts.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, 5000);
}

const rows = (text: string) => text.split('\n').map((line) => line.split(':'));
