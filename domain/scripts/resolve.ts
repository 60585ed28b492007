import { type Program, ScriptParameter, System } from '../../schema/scripts.ts';
import type { Shell } from '../../schema/shell.ts';
import type { Ctx } from '../context.ts';
import { notFound, Problem } from '../problem.ts';
import { fillParameters } from './parameters.ts';

/** What runs: a text with everything it is given. Spread it into a JobContent whole, `secrets` too. */
export interface Resolved {
  shell: Shell;
  script: string;
  args: string[];
  /** Variables as they are set, the script's parameters among them; values of secret parameters in the clear. */
  env: Record<string, string>;
  /** Names in `env` whose values no answer may show. */
  secrets: string[];
  script_id: string | null;
  /** Of the library's script; empty for a text of its own. */
  name: string;
  description: string;
  timeout_sec: number;
  /** Systems that it is meant for; none: any. */
  systems: System[];
}

/** Without timeout_sec the library's script keeps its own limit. */
type ProgramInput = Pick<Program, 'script_id' | 'shell' | 'script' | 'args' | 'env'> & {
  timeout_sec?: number | undefined;
};

interface Row {
  id: string;
  name: string;
  description: string;
  shell: Shell;
  body: string;
  parameters: unknown;
  systems: string[];
  timeout_sec: number;
}

const columns = ({ sql }: Ctx) => sql`id, name, description, shell, body, parameters, systems, timeout_sec`;

/**
 * What a program runs right now: a script of the library as it is saved, with the defaults of its parameters, or its own
 * text. The library's row is held until the transaction ends, so that it is not deleted before who names it is saved.
 * @throws 404 script_not_found; 400 invalid_parameter for a required value that is missing or one of another type;
 *   400 invalid_input for neither a script nor a text
 */
export async function resolveProgram(ctx: Ctx, program: ProgramInput): Promise<Resolved> {
  const { script_id } = program;
  if (script_id === undefined) return ownText(program);
  const [script] = await ctx.sql<Row[]>`
    select ${columns(ctx)} from scripts where id = ${script_id} for key share`;
  if (!script) throw notFound('script');
  return ofLibrary(script, program);
}

/** The same for many at once, by their position; what cannot be resolved is the Problem that says why. */
export async function resolvePrograms(ctx: Ctx, programs: readonly ProgramInput[]): Promise<(Resolved | Problem)[]> {
  const ids = [...new Set(programs.flatMap(({ script_id }) => script_id ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await ctx.sql<Row[]>`
          select ${columns(ctx)} from scripts where id = any(${ids}::uuid[])`;
  const scripts = new Map(rows.map((row) => [row.id, row]));
  return programs.map((program) => {
    try {
      if (program.script_id === undefined) return ownText(program);
      const script = scripts.get(program.script_id);
      return script ? ofLibrary(script, program) : notFound('script');
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  });
}

/** Of a run whose limit nobody named (CONTRACT.md, Jobs). */
const TIMEOUT_SEC = 3600;

function ownText({ shell, script, args, env, timeout_sec = TIMEOUT_SEC }: ProgramInput): Resolved {
  if (shell === undefined || script === undefined)
    throw new Problem(400, 'invalid_input', 'Name a script of the library, or a shell and a script.');
  const library = { script_id: null, name: '', description: '', secrets: [], systems: [] };
  return { ...library, shell, script, args, env, timeout_sec };
}

function ofLibrary(row: Row, { args, env, timeout_sec }: ProgramInput): Resolved {
  const { id, name, description, shell, body } = row;
  return {
    ...{ shell, script: body, script_id: id, name, description, args },
    ...fillParameters(ScriptParameter.array().parse(row.parameters), env),
    systems: System.array().parse(row.systems),
    timeout_sec: timeout_sec ?? row.timeout_sec,
  };
}
