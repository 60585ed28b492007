/** What a reading is given in tests: real commands, or ones that answer with what a test recorded. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobEnvironment } from '../../agent/jobs/environment.ts';
import type { Surroundings } from '../../agent/platform/checks.ts';
import { type CommandOutput, createRun } from '../../agent/platform/command.ts';
import { scratch } from './agents.ts';

/** Commands in front of the machine's own, as shell scripts: `{ ping: 'echo …' }`. */
export function standIns(scripts: Record<string, string>): NodeJS.ProcessEnv {
  const folder = scratch();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const env = jobEnvironment(process.env);
  return { ...env, PATH: `${folder}:${env.PATH}` };
}

export function surroundings(
  env: NodeJS.ProcessEnv = jobEnvironment(process.env),
  signal = new AbortController().signal,
): Surroundings {
  return { env, now: () => new Date(), signal, run: createRun(env, signal) };
}

type Answer = Partial<CommandOutput> | string;
export type Asked = { command: string; args: string[]; env: Record<string, string> | undefined };

/** No command is run: `answer` says what each would print, and `asked` keeps what was asked of which. */
export function recorded(answer: (asked: Asked) => Answer) {
  const asked: Asked[] = [];
  const at: Surroundings = {
    ...surroundings({ SystemRoot: 'C:\\Windows' }),
    async run(command, args, { env, onLine } = {}) {
      asked.push({ command, args, env });
      const given = answer({ command, args, env });
      const output = { code: 0, stdout: '', stderr: '', ...(typeof given === 'string' ? { stdout: given } : given) };
      if (!onLine) return output;
      for (const line of output.stdout.split('\n').filter(Boolean)) onLine(line);
      return { ...output, stdout: '' };
    },
  };
  return { at, asked };
}
