import type { z } from 'zod';
import { Problem } from '../domain/problem.ts';

type Part = 'params' | 'query' | 'body';

/** Judges one part of the input by its schema: 400 with an issue per field, unknown keys named. */
export function parsePart(part: Part, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    const extra = value && typeof value === 'object' ? Object.keys(value) : [];
    if (extra.length === 0) return {};
    throw refused(
      part,
      extra.map((key) => ({ path: key, message: `unknown key ${key}` })),
    );
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refused(part, result.error.issues.flatMap(toIssues));
}

function toIssues(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const path = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: `unknown key ${key}` }));
}

function refused(part: Part, issues: { path: string; message: string }[]): Problem {
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
