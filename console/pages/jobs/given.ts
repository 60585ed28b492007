import type { Job } from './job.ts';

/** Arguments as a text, one a line; what holds a line break cannot be written so and is left out. */
export const argsText = (args: readonly string[]): string => args.filter((one) => !one.includes('\n')).join('\n');

export const argsOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Variables as `NAME=value` lines; of a secret only the name is known. */
export const variablesText = (env: Readonly<Record<string, string | null>>): string =>
  Object.entries(env)
    .filter(([, value]) => !value?.includes('\n'))
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .join('\n');

/** The variables of such a text, and the first line that is none. */
export function variablesOf(text: string): { env: Record<string, string>; wrong: string | undefined } {
  const env: Record<string, string> = {};
  let wrong: string | undefined;
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, name, value = ''] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name === undefined) wrong ??= line;
    else env[name] = value;
  }
  return { env, wrong };
}

/** What a run is given beside its text. */
export type Given = Pick<Job, 'args' | 'env'>;

export const isGiven = ({ args, env }: Given): boolean => args.length + Object.keys(env).length > 0;

/** Whether two runs are given the same, as far as it can be seen: values of secrets cannot. */
export function sameGiven(one: Given, other: Given): boolean {
  const sorted = ({ args, env }: Given) => JSON.stringify([args, Object.entries(env).sort()]);
  return sorted(one) === sorted(other);
}
