import { readText } from '../command.ts';
import { needsReboot } from '../facts.ts';

/** update-notifier and needrestart leave this file, and a list of packages beside it. */
export async function rebootReasons(): Promise<string[]> {
  if (!needsReboot()) return [];
  const names = readText('/run/reboot-required.pkgs').split('\n').filter(Boolean);
  return names.length > 0 ? [...new Set(names)] : ['The system asks for it.'];
}
