/** Command line of the agent, in Go's style: one or two dashes, `-flag value` or `-flag=value` (SPEC.md, Agent distribution). */
export type Flags = {
  server: string | undefined;
  enrollToken: string | undefined;
  enrollOnly: boolean;
  printVersion: boolean;
  printInventory: boolean;
  stateDir: string;
  help: boolean;
};

const kinds = {
  server: 'text',
  'enroll-token': 'text',
  'state-dir': 'text',
  'enroll-only': 'switch',
  'print-version': 'switch',
  'print-inventory': 'switch',
  help: 'switch',
  h: 'switch',
} as const;

export const DEFAULT_STATE_DIR = '/var/lib/rmm-agent';

export const usage = `Usage: rmm-agent [flags]
  -server <url>          address of the server: ws://, wss://, http:// or https://
  -enroll-token <token>  enroll with this token when the machine has no identity yet
  -enroll-only           enroll, store the identity and exit
  -state-dir <folder>    identity and spool (default $RMM_AGENT_STATE_DIR, else ${DEFAULT_STATE_DIR})
  -print-version         print the version and exit
  -print-inventory       print what this machine reports, a line per section, and exit
Exit codes: 0 done, 1 failed, 2 bad flag, 3 identity revoked, 4 enrollment refused.`;

/** @throws BadFlag with a sentence for the user; the caller exits with 2. */
export function parseFlags(argv: readonly string[], env: NodeJS.ProcessEnv): Flags {
  const text = new Map<string, string>();
  const switches = new Set<string>();
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const match = /^--?([a-z][a-z-]*)(?:=(.*))?$/s.exec(argument);
    if (!match?.[1]) throw badFlag(`unexpected argument: ${argument}`);
    const [, name, inline] = match;
    if (!isKnown(name)) throw badFlag(`flag provided but not defined: -${name}`);
    if (kinds[name] === 'switch') {
      if (switchValue(name, inline)) switches.add(name);
      else switches.delete(name);
      continue;
    }
    const value = inline ?? rest.shift();
    if (value === undefined || value === '') throw badFlag(`flag needs an argument: -${name}`);
    text.set(name, value);
  }
  return {
    server: text.get('server'),
    enrollToken: text.get('enroll-token'),
    enrollOnly: switches.has('enroll-only'),
    printVersion: switches.has('print-version'),
    printInventory: switches.has('print-inventory'),
    stateDir: text.get('state-dir') ?? (env.RMM_AGENT_STATE_DIR || DEFAULT_STATE_DIR),
    help: switches.has('help') || switches.has('h'),
  };
}

const isKnown = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name);

/** `-enroll-only`, `-enroll-only=true` and `=1` switch on, `=false` and `=0` off, as Go's flag package does. */
function switchValue(name: string, value: string | undefined): boolean {
  if (value === undefined || /^(1|t|true)$/i.test(value)) return true;
  if (/^(0|f|false)$/i.test(value)) return false;
  throw badFlag(`invalid boolean value "${value}" for -${name}`);
}

const badFlag = (message: string) => Object.assign(new Error(message), { name: 'BadFlag' });
