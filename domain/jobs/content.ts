import { createHash } from 'node:crypto';
import type { Shell } from '../../schema/shell.ts';
import type { Ctx } from '../context.ts';
import { riskHints } from './risk-hints.ts';

/** What an approval covers: this text in this interpreter. */
export interface JobContent {
  shell: Shell;
  script: string;
}

/**
 * SHA-256 of `<shell>\n<script>` in UTF-8, lower-case hexadecimal: `(printf 'bash\n'; cat script) | sha256sum`. The shell is
 * part of it because the same text does other things in another one; the time limit is not, because it changes how long
 * something may run and not what. A shell's name holds no line feed, so two contents never share a text.
 */
export const contentSha256 = ({ shell, script }: JobContent): string =>
  createHash('sha256').update(`${shell}\n${script}`).digest('hex');

/** Stores what will run, unless it is already there. @returns its SHA-256 */
export async function keepContent(ctx: Ctx, { shell, script }: JobContent): Promise<string> {
  const { sql } = ctx;
  const sha256 = contentSha256({ shell, script });
  await sql`
    insert into job_contents (sha256, shell, script, risk_hints)
    values (${sha256}, ${shell}, ${script}, ${sql.json(riskHints(shell, script))})
    on conflict (sha256) do nothing`;
  return sha256;
}
