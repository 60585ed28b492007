import { createHash } from 'node:crypto';
import type { Shell } from '../../schema/shell.ts';
import type { Ctx } from '../context.ts';
import { riskHints } from './risk-hints.ts';

/** What an approval covers: this text in this interpreter, with these arguments and variables. */
export interface JobContent {
  shell: Shell;
  script: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Names in `env` whose values no answer shows: secret parameters of a library script. */
  secrets?: readonly string[];
}

/**
 * SHA-256 of `<shell>\n<script>` in UTF-8, lower-case hexadecimal: `(printf 'bash\n'; cat script) | sha256sum`. The shell is
 * part of it because the same text does other things in another one; the time limit is not, because it changes how long
 * something may run and not what. With arguments or variables a NUL and `{"args":[…],"env":{…}}` follow, names sorted, and
 * `"secrets":[…]` where values are hidden, so that the same run is not also stored with them in the open. A shell's name holds no line feed and a script no NUL, so two contents never share a text.
 */
export function contentSha256({ shell, script, args = [], env = {}, secrets = [] }: JobContent): string {
  const hash = createHash('sha256').update(`${shell}\n${script}`);
  const names = Object.keys(env).sort();
  const sorted = Object.fromEntries(names.map((name) => [name, env[name]]));
  const hidden = secrets.length > 0 ? { secrets: [...secrets].sort() } : {};
  if (args.length + names.length > 0) hash.update(`\0${JSON.stringify({ args, env: sorted, ...hidden })}`);
  return hash.digest('hex');
}

/** Stores what will run, unless it is already there. @returns its SHA-256 */
export async function keepContent(ctx: Ctx, content: JobContent): Promise<string> {
  const { sql } = ctx;
  const { shell, script, args = [], env = {}, secrets = [] } = content;
  const sha256 = contentSha256(content);
  await sql`
    insert into job_contents (sha256, shell, script, args, env, secrets, risk_hints)
    values (${sha256}, ${shell}, ${script}, ${[...args]}::text[], ${sql.json({ ...env })}, ${[...secrets]}::text[],
      ${sql.json(riskHints(shell, script))})
    on conflict (sha256) do nothing`;
  return sha256;
}
