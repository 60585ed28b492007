import type { z } from 'zod';
import { Problem } from '../domain/problem.ts';
import { issueWords, shownKey, spread, unknownKey } from '../schema/issue-words.ts';

type Part = 'params' | 'query' | 'body';
type Issue = { path: string; message: string };

/** More would help nobody, and 1 MiB of unknown keys would come back as 4. */
const ISSUES_MAX = 20;

/** Judges one part of the input by its schema: 400 with an issue per field, unknown keys named. */
export function parsePart(part: Part, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return nothing(part, value);
  const result = schema.safeParse(value, { error: issueWords });
  if (result.success) return result.data;
  if (part === 'body' && !isObject(value)) throw refused(part, [{ path: '', message: 'send a JSON object' }]);
  throw refused(part, result.error.issues.slice(0, ISSUES_MAX).flatMap(toIssues));
}

/** Where nothing is taken, an empty object passes for nothing. */
function nothing(part: Part, value: unknown): Record<string, never> {
  if (value === undefined) return {};
  if (!isObject(value)) throw refused(part, [{ path: '', message: 'nothing is expected here' }]);
  const keys = Object.keys(value).slice(0, ISSUES_MAX);
  if (keys.length > 0)
    throw refused(
      part,
      keys.map((key) => ({ path: shownKey(key), message: unknownKey(key) })),
    );
  return {};
}

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  return spread(issue, ISSUES_MAX).map(({ path, message }) => ({ path: path.map(shownKey).join('.'), message }));
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
