import type { Job, JobTexts } from '../../schema/jobs.ts';
import type { Ctx } from '../context.ts';
import { JsonText } from '../json-text.ts';
import { notFound, outOfScope } from '../problem.ts';
import { recordInScope } from '../scope.ts';
import type { Fragment } from '../sql.ts';
import { jobColumns, jobJoins } from './columns.ts';

/**
 * One job with script and output, and what was last approved under its name. While it runs, its output is what has
 * arrived so far. Texts may be asked for in part: an output is a megabyte. @throws 404 job_not_found, 403 out_of_scope
 */
export async function read(ctx: Ctx, id: string, texts: JobTexts = {}): Promise<JsonText<Job>> {
  const { sql } = ctx;
  const { output_chars: last, script_chars: first } = texts;
  const start = (text: Fragment) => (first === undefined ? text : sql`left(${text}, ${first})`);
  const end = (text: Fragment) => (last === undefined ? text : sql`last_characters(${text}, ${last})`);
  const late = sql`case when jsonb_typeof(r.late_result) = 'object'
    then jsonb_set(r.late_result, '{stdout}', to_jsonb(${end(sql`r.late_result ->> 'stdout'`)})) end`;
  const [row] = await ctx.sql<{ in_scope: boolean; json: string }[]>`
    select in_scope, row_to_json(j)::text as json
    from jobs r ${jobJoins(ctx)}
    cross join lateral (select ${recordInScope(ctx)} as in_scope) asked
    cross join lateral (
      select ${jobColumns(ctx)}, ${start(sql`k.script`)} as script, k.args, ${shownEnv(ctx)} as env, ${end(sql`o.stdout`)} as stdout,
        ${first === undefined ? sql`` : sql`octet_length(k.script) as script_bytes,`}
        ${last === undefined ? sql`` : sql`octet_length(o.stdout) as stdout_bytes,`}
        true as stderr_merged, ${last === undefined ? sql`r.late_result` : late} as late_result,
        ${previousApproved(ctx, start)} as previous_approved
      -- the offset keeps a megabyte from being put together once for the text and once for its length
      from (select ${output(ctx)} as stdout offset 0) o
    ) j
    where r.id = ${id}`;
  if (!row) throw notFound('job');
  if (!row.in_scope) throw outOfScope('job');
  return new JsonText(row.json);
}

/** Variables of the content `k` as an answer shows them: values of secret parameters are null, whoever asks. */
const shownEnv = ({ sql }: Ctx): Fragment => sql`(
  select coalesce(jsonb_object_agg(v.key, case when v.key = any(k.secrets) then 'null' else v.value end), '{}')
  from jsonb_each(k.env) v)`;

/** The result's output; before it, and where it never came, the pieces that did. */
const output = ({ sql }: Ctx): Fragment => sql`
  coalesce(nullif(r.stdout, ''),
    (select string_agg(o.content, '' order by o.byte_offset) from job_output o where o.job_id = r.id), '')`;

/**
 * The newest job with this name and shell that was approved before this one, among those that the caller may see: what a
 * diff is made against. A job without a description has no name to look for.
 */
const previousApproved = (ctx: Ctx, start: (text: Fragment) => Fragment): Fragment => ctx.sql`(
  select json_build_object('job_id', p.id, 'script', ${start(ctx.sql`p.script`)}, 'args', p.args, 'env', p.env,
    'content_sha256', p.sha256, 'by', p.by, 'at', p.at)
  from (select r.id as job_id, r.description as name, r.shell as shell, coalesce(r.decided_at, 'infinity') as before) this
  cross join lateral (
    select r.id, k.script, k.args, ${shownEnv(ctx)} as env, k.sha256, r.approved_by ->> 'name' as by, rfc3339(r.decided_at) as at
    from jobs r
    join job_contents k on k.sha256 = r.content_sha256
    left join devices d on d.id = r.agent_id
    where r.description = this.name and r.description <> '' and r.shell = this.shell and r.approved_by is not null
      and r.decided_at < this.before and r.id <> this.job_id and ${recordInScope(ctx)}
    order by r.decided_at desc limit 1
  ) p)`;
