/** Pending restarts and installed updates. */
import type { Surroundings } from '../checks.ts';
import { powershell, systemProgram } from './powershell.ts';

/** Keys whose presence asks for a restart, and the value in which files wait to be replaced. */
const marks = [
  [
    'Component Based Servicing',
    'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Component Based Servicing\\RebootPending',
  ],
  ['Windows Update', 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\WindowsUpdate\\Auto Update\\RebootRequired'],
  ['files to be replaced', 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager', 'PendingFileRenameOperations'],
] as const;

export async function rebootReasons({ env, run }: Surroundings): Promise<string[]> {
  const reasons: string[] = [];
  for (const [words, key, value] of marks) {
    const args = ['query', key, ...(value ? ['/v', value] : [])];
    const { code } = await run(systemProgram(env, 'reg.exe'), args);
    if (code === 0) reasons.push(words);
  }
  return reasons;
}

/**
 * The Windows Update Agent's history: operation 1 is an installation, result 2 one that succeeded, dates are UTC.
 * Definitions of Defender come every few hours, and its platform and the removal tool are no patches of Windows.
 */
const HISTORY =
  "$s=(New-Object -ComObject Microsoft.Update.Session).CreateUpdateSearcher();$n=$s.GetTotalHistoryCount();if($n -gt 0){$s.QueryHistory(0,[Math]::Min($n,1000))|Where-Object{$_.Operation -eq 1 -and $_.ResultCode -eq 2 -and $_.Title -notmatch 'KB2267602|KB4052623|KB890830'}|ForEach-Object{$_.Date.ToString('yyyy-MM-ddTHH:mm:ss',[Globalization.CultureInfo]::InvariantCulture)+'Z'}}";

export async function lastPatch(at: Surroundings): Promise<Date | null> {
  return latestDate(await powershell(HISTORY, at));
}

/** One date a line. */
export function latestDate(text: string): Date | null {
  const times = text.split(/\r?\n/).flatMap((line) => {
    const ms = Date.parse(line.trim());
    return Number.isNaN(ms) ? [] : [ms];
  });
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
