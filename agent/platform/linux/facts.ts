import { existsSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import type { Facts } from '../../../schema/agent.ts';
import { clean } from '../../text.ts';
import { commandOutput, readText } from './command.ts';

export async function facts(): Promise<Omit<Facts, 'version'>> {
  const release = parseOsRelease(readText('/etc/os-release') || readText('/usr/lib/os-release'));
  return {
    hostname: clean(hostname(), 255) || 'localhost',
    os: {
      family: 'linux',
      name: clean(release.NAME ?? 'Linux', 200),
      version: clean(release.VERSION_ID ?? release.BUILD_ID ?? '', 200),
      arch: process.arch,
    },
    boot_at: bootTime(readText('/proc/stat')),
    local_ips: localAddresses(networkInterfaces()),
    logged_in_user: firstUser((await commandOutput('who', [])) ?? ''),
    needs_reboot: needsReboot(),
  };
}

export const needsReboot = () => ['/run/reboot-required', '/var/run/reboot-required'].some((path) => existsSync(path));

/** os-release(5): shell assignments, values quoted or not. */
export function parseOsRelease(text: string): Record<string, string> {
  const lines = text.matchAll(/^([A-Z_0-9]+)=(["']?)(.*)\2$/gm);
  return Object.fromEntries([...lines].map(([, name, , value]) => [name, value?.replace(/\\(["'$`\\])/g, '$1') ?? '']));
}

let reportedBoot: number | undefined;

/**
 * `btime` of /proc/stat. The kernel derives it from the clock, so that it moves by a second now and then: the value
 * reported first stays until it differs by more than a minute.
 */
export function bootTime(stat: string): string | null {
  const [, seconds] = /^btime (\d+)$/m.exec(stat) ?? [];
  if (seconds === undefined) return null;
  const ms = Number(seconds) * 1000;
  if (reportedBoot === undefined || Math.abs(ms - reportedBoot) > 60_000) reportedBoot = ms;
  return new Date(reportedBoot).toISOString();
}

/** Addresses by which others may reach the machine; link-local ones (RFC 3927, RFC 4291) are not. */
export function localAddresses(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const reachable = all.filter(({ internal, address }) => !internal && !/^(169\.254\.|fe[89ab])/i.test(address));
  return [...new Set(reachable.map(({ address }) => clean(address, 64)))].sort().slice(0, 64);
}

/** From who(1): somebody at a seat or display before somebody at a terminal of the network. */
export function firstUser(who: string): string | null {
  const sessions = who.split('\n').flatMap((line) => {
    const [, user, terminal] = /^(\S+)\s+(\S+)/.exec(line) ?? [];
    return user && terminal ? [{ user, isLocal: /^(:\d|tty|seat)/.test(terminal) }] : [];
  });
  const first = sessions.find((session) => session.isLocal) ?? sessions[0];
  return first ? clean(first.user, 256) : null;
}
