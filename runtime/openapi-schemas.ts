import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type Json = Record<string, unknown>;
type Way = 'input' | 'output';

/** Turns zod schemas into what an OpenAPI document holds, and gathers the shapes that have a name. */
export interface Schemas {
  schemaOf: (schema: z.ZodType, way: Way) => Json;
  /** `components.schemas`: every named shape that was met so far, by name. */
  components: () => Json;
}

/**
 * Shapes with `meta({ id })` become components and are referred to: the document of 150 endpoints has each of them once.
 * What zod says about unknown keys is kept for what callers send, where they are refused; for answers it is left out, since
 * a later version may answer more.
 */
export function createSchemas(): Schemas {
  const named = new Map<string, Json>();

  const schemaOf = (schema: z.ZodType, way: Way): Json => {
    const { root, defs } = toJson(schema, way);
    const asAnswered = way === 'input' ? toJson(schema, 'output') : undefined;
    const names = new Map<string, string>();
    for (const [id, shape] of Object.entries(defs)) {
      const differs = asAnswered && !isDeepStrictEqual(shape, asAnswered.defs[id]);
      names.set(id, differs ? `${id}Input` : id);
    }
    for (const [id, shape] of Object.entries(defs)) remember(names.get(id) ?? id, rewritten(shape, names));
    return rewritten(root, names);
  };

  const remember = (name: string, shape: Json): void => {
    const known = named.get(name);
    if (known && !isDeepStrictEqual(known, shape)) throw new Error(`two shapes are named ${name}`);
    named.set(name, shape);
  };

  return {
    schemaOf,
    components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** zod puts named shapes below the root into $defs; a root with a name is put there as well. */
function toJson(schema: z.ZodType, way: Way): { root: Json; defs: Record<string, Json> } {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io: way, unrepresentable: 'any', reused: 'inline', target: 'draft-2020-12' });
  const root = way === 'output' ? open(rest) : rest;
  const defs: Record<string, Json> = {};
  for (const [id, shape] of Object.entries($defs)) defs[id] = way === 'output' ? open({ ...shape }) : { ...shape };
  if (typeof root.id !== 'string') return { root, defs };
  return { root: { $ref: `#/$defs/${root.id}` }, defs: { ...defs, [root.id]: root } };
}

const open = (schema: Json): Json =>
  mapped(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === false
      ? rest
      : { ...rest, ...(additionalProperties !== undefined && { additionalProperties }) },
  );

/** References that lead into the document, and no `id`, which is zod's name for the shape. */
const rewritten = (schema: Json, names: ReadonlyMap<string, string>): Json =>
  mapped(schema, ({ $ref, id, ...rest }) => {
    const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : undefined;
    return {
      ...(name !== undefined && { $ref: `#/components/schemas/${names.get(name) ?? name}` }),
      ...(typeof id !== 'string' && id !== undefined && { id }), // a property called id, whose value is a schema
      ...rest,
    };
  });

/** The same tree with every object changed, from the leaves up. */
function mapped(schema: Json, change: (object: Json) => Json): Json {
  const below = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(below);
    return isObject(value) ? mapped(value, change) : value;
  };
  return change(Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, below(value)])));
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
