import { misfit, type ScriptParameter } from '../../schema/scripts.ts';
import { invalid } from '../problem.ts';

type Env = Record<string, string>;

/**
 * Puts a script's parameters into the environment of a run. Each is set: to what was given, to its default, or to nothing,
 * so that a variable of the machine with the same name never stands in for it.
 * @throws 400 invalid_parameter
 */
export function fillParameters(parameters: readonly ScriptParameter[], given: Env): { env: Env; secrets: string[] } {
  const env: Env = { ...given };
  for (const parameter of parameters) {
    const { name, required } = parameter;
    // A name may be one that every object answers to: toString.
    const value = (Object.hasOwn(given, name) && given[name]) || (parameter.default ?? '');
    const other = Object.keys(given).find((key) => key !== name && key.toUpperCase() === name.toUpperCase());
    if (other) throw refused(other, `must be written ${name}`);
    if (value === '' && required) throw refused(name, 'is required');
    const problem = value === '' ? null : misfit(parameter, value);
    if (problem) throw refused(name, problem);
    env[name] = value;
  }
  return { env, secrets: parameters.filter(({ type }) => type === 'secret').map(({ name }) => name) };
}

const refused = (name: string, message: string) => invalid(`env.${name}`, message, 'invalid_parameter');
