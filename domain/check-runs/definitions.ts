import { type CheckType, checkTypes } from '../../schema/check-types.ts';
import type { Ctx } from '../context.ts';
import type { Rules } from './evaluate.ts';

/** A check as the engine needs it. */
export interface Definition extends Rules {
  id: string;
  /** Grows with each save. */
  revision: number;
  name: string;
  timeout_sec: number;
  /** What follows the execution id in its check.run; null for types that no agent is asked, and for scripts (scripts.ts). */
  frameTail: string | null;
}

/** Definitions by id, as they were when last read. Whoever knows of a newer revision says so and gets that one. */
export interface Definitions {
  /** Of each that is there; deleted ones are missing. */
  get: (ctx: Ctx, wanted: Iterable<{ id: string; revision?: number }>) => Promise<ReadonlyMap<string, Definition>>;
  /** Forgets checks that were saved or deleted. */
  forget: (ids: string[]) => void;
}

export function createDefinitions(): Definitions {
  const known = new Map<string, Definition>();
  return {
    get: async (ctx, wanted) => {
      const missing = new Set<string>();
      for (const { id, revision } of wanted) {
        const definition = known.get(id);
        if (!definition || (revision !== undefined && definition.revision < revision)) missing.add(id);
      }
      if (missing.size > 0)
        for (const definition of await read(ctx, [...missing])) known.set(definition.id, definition);
      return known;
    },
    forget: (ids) => {
      for (const id of ids) known.delete(id);
    },
  };
}

type Row = Omit<Definition, 'frameTail' | 'type'> & { type: string; config: Record<string, unknown> };

async function read({ sql }: Ctx, ids: string[]): Promise<Definition[]> {
  const rows = await sql<Row[]>`
    select id, revision, name, type, config, timeout_sec, warn_threshold, err_threshold, failure_count, recovery_count,
      hysteresis, cooldown_sec
    from checks where id = any(${ids}::uuid[])`;
  return rows.flatMap(({ config, ...row }) => {
    const type = checkTypes.find((one) => one === row.type);
    return type ? [{ ...row, type, frameTail: isAsked(type) ? frameTail(row, type, config) : null }] : [];
  });
}

const isAsked = (type: CheckType): boolean => type !== 'offline' && type !== 'script';

/** Rendered once for a revision: the same frame goes to thousands of devices, and differs in the execution id alone. */
export function frameTail(
  { id, timeout_sec }: Pick<Definition, 'id' | 'timeout_sec'>,
  type: CheckType,
  config: Readonly<Record<string, unknown>>,
): string {
  return `,${JSON.stringify({ check_id: id, type, config, timeout_sec }).slice(1)}`;
}

/** The whole check.run (schema/agent-checks.ts). */
export const renderRun = (executionId: string, tail: string): string =>
  `{"t":"check.run","execution_id":"${executionId}"${tail}`;
