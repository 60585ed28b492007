import type postgres from 'postgres';

/** What domain functions query with: the pool or the transaction they are in. Rows carry timestamptz as RFC 3339 text and bigint as number. */
// biome-ignore lint/complexity/noBannedTypes: postgres.js spells "no custom types" as {}
export type Sql = postgres.ISql<{}>;
// biome-ignore lint/complexity/noBannedTypes: as above
export type Pool = postgres.Sql<{}>;

/** A piece of SQL to put into a tagged template. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Names of the constraints behind a refused write, so that a rule can answer it with its own sentence. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint_name' in error)) return undefined;
  const integrity = typeof error.code === 'string' && error.code.startsWith('23');
  return integrity && typeof error.constraint_name === 'string' ? error.constraint_name : undefined;
}

/** A pattern for `like` that finds the text anywhere: what it holds of `%`, `_` and `\` stands for itself. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
