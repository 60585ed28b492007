import type { z } from 'zod';
import { Problem } from '../domain/problem.ts';

type Part = 'params' | 'query' | 'body';
type Issue = { path: string; message: string };

/** More would help nobody, and 1 MiB of unknown keys would come back as 4. */
const ISSUES_MAX = 20;
/** Of a key that the caller made up. */
const KEY_MAX = 100;

/** Judges one part of the input by its schema: 400 with an issue per field, unknown keys named. */
export function parsePart(part: Part, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return nothing(part, value);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refused(part, result.error.issues.slice(0, ISSUES_MAX).flatMap(toIssues));
}

/** Where nothing is taken, an empty object passes for nothing. */
function nothing(part: Part, value: unknown): Record<string, never> {
  if (value === undefined) return {};
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw refused(part, [{ path: '', message: 'nothing is expected here' }]);
  const keys = Object.keys(value).slice(0, ISSUES_MAX);
  if (keys.length > 0) throw refused(part, keys.map(unknownKey));
  return {};
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map((key) => String(key).slice(0, KEY_MAX)).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys
    .slice(0, ISSUES_MAX)
    .map(unknownKey)
    .map(({ path: key, message }) => ({ path: path ? `${path}.${key}` : key, message }));
}

function unknownKey(key: string): Issue {
  const shown = key.slice(0, KEY_MAX);
  return { path: shown, message: `unknown key ${shown}` };
}

function refused(part: Part, found: Issue[]): Problem {
  const issues = found.slice(0, ISSUES_MAX);
  const first = issues[0];
  const where = first?.path ? `${first.path}: ` : '';
  const name = part === 'body' ? 'body' : part === 'query' ? 'query string' : 'path';
  return new Problem(
    400,
    'invalid_input',
    `The ${name} is not valid: ${where}${first?.message ?? 'it does not fit'}.`,
    { issues },
  );
}
