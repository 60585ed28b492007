import type { RiskHint } from '../../../schema/jobs.ts';

/** What each line of Python is a hint of, by the calls it makes. */
const patterns: [RiskHint['kind'], RegExp][] = [
  ['deletes', /\b(os\.(remove|unlink|rmdir|removedirs|truncate)|shutil\.rmtree)\b|\.(unlink|rmdir|rmtree)\(/],
  ['deletes', /\b(drop\s+(table|database|schema)|truncate\s+table|delete\s+from)\b/i],
  ['reboots', /\bExitWindowsEx|InitiateSystemShutdown|\breboot\(/],
  ['accounts', /\bNetUser(Add|Del|SetInfo)|\/etc\/(passwd|shadow|sudoers)\b|authorized_keys/],
];
const downloads = /\b(urlopen|urlretrieve|requests\.(get|post)|httpx\.get|http\.client)\b/;
const runs =
  /\b(exec|eval|compile|importlib|runpy)\b\s*[(.]|\bos\.(system|exec\w*|startfile|spawn\w*)\(|\bsubprocess\b|\bPopen\(/;
/** Strings given to these are shell commands. */
const shellOut = /\b(os\.(system|popen)|subprocess|Popen|check_output|check_call|getoutput)\b/;

export interface PythonFindings {
  hints: RiskHint[];
  /** Text that Python hands to a shell. */
  commands: { script: string; line: number }[];
}

/** Reads line by line: strings of several lines are looked into as if they were code, which at worst is one hint too many. */
export function readPython(script: string, firstLine: number): PythonFindings {
  const found: PythonFindings = { hints: [], commands: [] };
  let downloaded = false;
  for (const [index, raw] of script.split('\n').entries()) {
    const line = firstLine + index;
    const code = raw.replace(/^\s*#.*$/, '');
    for (const [kind, pattern] of patterns) if (pattern.test(code)) found.hints.push({ kind, line });
    downloaded ||= downloads.test(code);
    if (downloaded && runs.test(code) && !/^\s*(import|from)\b/.test(code))
      found.hints.push({ kind: 'downloads_and_runs', line });
    if (shellOut.test(code)) found.commands.push({ script: stringsIn(code), line });
  }
  return found;
}

/** `subprocess.run(["rm", "-rf", path])` → `rm -rf` */
const stringsIn = (code: string): string =>
  [...code.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '').join(' ');
