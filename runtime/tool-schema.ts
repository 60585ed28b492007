import { z } from 'zod';
import type { JsonObject } from '../domain/toolbox.ts';

/**
 * A shape as an AI is shown it: JSON Schema 2020-12 with every reference written out, since what a tool takes is put together
 * from parts of other schemas, and some models' services follow none. What says nothing to a reader is left out: the patterns
 * beside a format, the bounds of every integer, and of answers that they hold no more, which a later version may.
 */
export function toolSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const known = written[io].get(schema);
  if (known) return known;
  const made = writeSchema(schema, io);
  written[io].set(schema, made);
  return made;
}

/** A schema is declared once and reads the same for as long: a server that starts again in its process writes none out again. */
const written = { input: new WeakMap<z.ZodType, JsonObject>(), output: new WeakMap<z.ZodType, JsonObject>() };

function writeSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  const said = writtenOut(root, Definitions.parse($defs ?? {}), io);
  // MCP asks for an object at the root, also where it is one of several.
  return { type: 'object', ...said };
}

const Definitions = z.record(z.string(), z.looseObject({}));
type Definitions = z.infer<typeof Definitions>;

function writtenOut({ $ref, ...own }: JsonObject, definitions: Definitions, io: 'input' | 'output'): JsonObject {
  const below = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(below);
    return isObject(value) ? writtenOut(value, definitions, io) : value;
  };
  const named = typeof $ref === 'string' ? writtenOut(definitionOf($ref, definitions), definitions, io) : {};
  const said = Object.entries(own).filter(([key, value]) => says(key, value, own, io));
  return brief({ ...named, ...Object.fromEntries(said.map(([key, value]) => [key, below(value)])) });
}

/** `{type: 'string', …} or null` is one type that may be null as well, unless it lists its values. */
function brief(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, other]: unknown[] = anyOf;
  if (!isObject(one) || !isObject(other) || other.type !== 'null' || typeof one.type !== 'string') return schema;
  return 'enum' in one || 'const' in one ? schema : { ...one, ...rest, type: [one.type, 'null'] };
}

function definitionOf($ref: string, definitions: Definitions): JsonObject {
  const found = definitions[$ref.replace('#/$defs/', '')];
  if (!found) throw new Error(`the shape ${$ref} is referred to, and not there`);
  return found;
}

function says(key: string, value: unknown, { format }: JsonObject, io: 'input' | 'output'): boolean {
  if (key === 'id') return typeof value !== 'string'; // zod's name for the shape; a property called id has a schema
  if (key === 'pattern') return typeof value !== 'string' || (format === undefined && io === 'input');
  if (key === 'minLength' && value === 0) return false;
  if (key === 'description' && value === 'UUIDv7') return io === 'input';
  if (key === 'additionalProperties') return io === 'input' || value !== false;
  return Math.abs(typeof value === 'number' ? value : 0) !== Number.MAX_SAFE_INTEGER;
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
