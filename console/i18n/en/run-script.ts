import type { Texts } from '../types.ts';

/** The dialog that proposes a script. */
export const runScript = {
  'run_script.title': 'Run a script',
  'run_script.on_one': 'On {name}',
  'run_script.on_many': { one: 'On {count} device in {companies}', other: 'On {count} devices in {companies}' },
  'run_script.companies': { one: '{count} company', other: '{count} companies' },
  'run_script.offline_one': 'It is offline. Once approved, the script waits up to seven days for it to come back.',
  'run_script.offline_many': {
    one: '{count} of them is offline. Once approved, the script waits up to seven days for it to come back.',
    other: '{count} of them are offline. Once approved, the script waits up to seven days for them to come back.',
  },
  'run_script.targets': 'Devices',
  'run_script.shell': 'Shell',
  'run_script.script': 'Script',
  'run_script.script_hint': 'It runs with the rights of the agent: root on Linux and macOS, SYSTEM on Windows.',
  'run_script.script_hint_as': 'It runs with the rights of the agent: {account}.',
  'run_script.description': 'What it does',
  'run_script.description_hint': 'Whoever approves it reads this first.',
  'run_script.timeout': 'Stop after minutes',
  'run_script.timeout_hint': 'One minute to a day.',
  'run_script.timeout_wrong': 'Between 1 and 1440 minutes.',
  'run_script.waits': 'It waits until somebody approves it.',
  'run_script.submit': 'Propose',
  'run_script.failed': 'The script was not proposed.',
  'run_script.too_many': 'At most {count} devices at once.',
  'run_script.outdated': 'Update the agent on these first:',
  'run_script.done_title': 'The script waits for approval',
  'run_script.done_one': '{name} runs it once somebody approves it.',
  'run_script.done_many': {
    one: '{count} device in {companies} runs it once somebody approves it.',
    other: '{count} devices in {companies} run it once somebody approves it, company by company.',
  },
  'run_script.open_job': 'Open the job',
  'run_script.open_approval': 'Open the approval',
} as const satisfies Texts;
