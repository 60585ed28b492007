import { z } from 'zod';
import { JsonText } from '../domain/json-text.ts';
import { invalid, Problem } from '../domain/problem.ts';
import type { JsonObject, Toolbox, ToolDescription, ToolOutcome } from '../domain/toolbox.ts';
import { permissionKeys } from '../schema/permissions.ts';
import { checkAccess } from './access.ts';
import { callerNow } from './authenticate.ts';
import type { AnyEndpoint, Tool } from './endpoint.ts';
import type { Invoke, RawInput } from './invoke.ts';
import { toolSchema } from './tool-schema.ts';
import { createTurns } from './turns.ts';

const parts = ['params', 'query', 'body'] as const;
type Part = (typeof parts)[number];

/** What an AI reads costs its context: a page of a list suits that unless it asks for more, up to this. */
const PAGE_DEFAULT = 25;
const PAGE_MAX = 100;
/** Characters of JSON; a model's service refuses the whole conversation sooner than it takes more. */
const ANSWER_MAX = 256 * 1024;
/**
 * Calls that are worked on at a time, on as many connections to the database (runtime/open-database.ts). Agents and people
 * have the others, and 200 applications at once are a line that moves. How many was chosen by bench/mcp-agents.ts on two
 * busy cores (docs/decisions/0030-endpoint-seams.md).
 */
const AT_ONCE = { most: 2, each: 1, lineOf: 250, line: 600 };

interface Prepared {
  endpoint: AnyEndpoint;
  tool: Tool;
  description: ToolDescription;
  /** In which part of the request each input goes. */
  partOf: ReadonlyMap<string, Part>;
}

/** The endpoints that are declared a tool, as the tools of MCP and AI chat. @param invoke asked for at each call */
export function createToolbox(endpoints: readonly AnyEndpoint[], invoke: () => Invoke): Toolbox {
  const tools = new Map(endpoints.flatMap(prepare).map((one) => [one.description.name, one]));
  const turns = createTurns(AT_ONCE);
  const sorted = [...tools.values()].toSorted((a, b) => (a.description.name < b.description.name ? -1 : 1));
  const catalogs = new Map<string, ToolDescription[]>();
  return {
    available: (caller) => {
      const key = keyOf(caller);
      const known = catalogs.get(key);
      if (known) return known;
      const made = sorted.filter((one) => admits(one, caller)).map(({ description }) => description);
      if (catalogs.size >= CATALOGS_MAX) catalogs.clear();
      catalogs.set(key, made);
      return made;
    },
    call: async (caller, origin, name, input, signal) => {
      const found = tools.get(name);
      if (!found || !admits(found, caller)) return undefined;
      try {
        const raw = split(found, input);
        const asked = performance.now();
        const use = async () => invoke()(found.endpoint, await callerNow(caller, asked), origin, raw);
        const answer = await turns(nameOf(caller), use, signal);
        return answered(found.tool, answer);
      } catch (error) {
        if (error instanceof Problem) return refused(error);
        throw error;
      }
    },
  };
}

type Caller = Parameters<Toolbox['available']>[0];

const nameOf = ({ actor: { kind, id, userId } }: Caller): string => JSON.stringify([kind, id, userId]);

/** Roles are few; a flood of changed ones begins anew. */
const CATALOGS_MAX = 200;

/** All that an access declaration looks at before there is an input (runtime/access.ts): who agrees in it has one catalog. */
const keyOf = ({ actor, scope }: Caller): string =>
  [
    ...permissionKeys.map((key) => (actor.permissions.has(key) ? 1 : 0)),
    scope.unscoped ? 'unscoped' : 'scoped',
    actor.sessionId ? 'session' : '',
    actor.kind === 'bootstrap' ? 'bootstrap' : '',
  ].join();

function admits({ endpoint }: Prepared, caller: Caller): boolean {
  try {
    checkAccess(endpoint.access, caller, undefined);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function prepare(endpoint: AnyEndpoint): Prepared[] {
  const { tool } = endpoint;
  if (!tool) return [];
  const { name, description, annotations } = tool;
  const paged = inputsOf(endpoint, 'query').limit !== undefined;
  const defaults: NonNullable<Tool['defaults']> = { ...(paged && { limit: PAGE_DEFAULT }), ...tool.defaults };
  const maximums: NonNullable<Tool['maximums']> = { ...(paged && { limit: PAGE_MAX }), ...tool.maximums };
  const partOf = new Map<string, Part>();
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const part of parts)
    for (const [key, schema] of Object.entries(inputsOf(endpoint, part))) {
      if (tool.hides?.includes(key)) continue;
      if (partOf.has(key)) throw new Error(`${endpoint.route}: as a tool it would take two inputs called ${key}`);
      partOf.set(key, part);
      const fallback = defaults[key];
      const maximum = maximums[key];
      properties[key] = {
        ...schema.json,
        ...(fallback !== undefined && { default: fallback }),
        ...(maximum !== undefined && { maximum }),
      };
      if (schema.required && fallback === undefined) required.push(key);
    }
  const inputSchema = { type: 'object', properties, required, additionalProperties: false };
  const outputSchema = outputOf(endpoint, tool);
  const described: ToolDescription = {
    ...{ name, description, inputSchema, outputSchema },
    // A read may be repeated; what proposes makes another proposal each time, unless it says otherwise.
    annotations: { idempotentHint: annotations.readOnlyHint, ...annotations, openWorldHint: false },
  };
  return [{ endpoint, tool: { ...tool, defaults, maximums }, description: described, partOf }];
}

function outputOf({ output }: AnyEndpoint, { omits = [] }: Tool): JsonObject {
  if (!output) return { type: 'object' };
  const schema = toolSchema(output, 'output');
  if (omits.length === 0) return schema;
  const { properties, required } = Shape.parse(schema);
  return {
    ...schema,
    properties: without(properties, omits),
    required: required.filter((key) => !omits.includes(key)),
  };
}

const Shape = z.object({
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).default([]),
});

function inputsOf(endpoint: AnyEndpoint, part: Part): Record<string, { json: JsonObject; required: boolean }> {
  const schema: z.ZodType | undefined = endpoint[part];
  if (!schema) return {};
  const { properties, required } = Shape.parse(toolSchema(schema, 'input'));
  return Object.fromEntries(
    Object.entries(properties).map(([key, json]) => [key, { json, required: required.includes(key) }]),
  );
}

/** One object as path, query and body. What no part knows goes where its schema refuses it by name. */
function split({ endpoint, tool, partOf }: Prepared, input: unknown): RawInput {
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input)))
    throw new Problem(400, 'invalid_input', 'The arguments of a tool are an object.');
  const raw: Record<Part, JsonObject | undefined> = { params: undefined, query: undefined, body: undefined };
  for (const part of parts) if (endpoint[part]) raw[part] = {};
  const given = { ...tool.defaults, ...input };
  for (const [key, value] of Object.entries(given)) {
    const part = partOf.get(key);
    if (!part) throw new Problem(400, 'invalid_input', `The tool ${tool.name} takes no ${key.slice(0, 100)}.`);
    const maximum = tool.maximums?.[key];
    if (maximum !== undefined && Number(value) > maximum) throw invalid(key, `${key} is at most ${maximum} here.`);
    raw[part] = { ...raw[part], [key]: value };
  }
  return raw;
}

/** What was answered, as the text that the database wrote where it did: it is parsed for whoever looks into it. */
function answered(tool: Tool, answer: unknown): ToolOutcome {
  const whole = answer instanceof JsonText ? answer.text : JSON.stringify(answer ?? {});
  const json = tool.omits ? JSON.stringify(without(parsed(whole), tool.omits)) : whole;
  // What was changed is told whatever it takes.
  if (tool.annotations.readOnlyHint && json.length > ANSWER_MAX)
    throw new Problem(
      413,
      'answer_too_large',
      'The answer would be too large. Ask for less: a smaller limit, a filter.',
    );
  let value: JsonObject | undefined;
  return {
    ok: true,
    json,
    get value() {
      value ??= parsed(json);
      return value;
    },
  };
}

const Answer = z.record(z.string(), z.unknown());

const parsed = (json: string): JsonObject => Answer.parse(JSON.parse(json));

const without = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

function refused({ status, code, message, extras }: Problem): ToolOutcome {
  return { ok: false, status, code, message, ...(extras.issues && { issues: extras.issues }) };
}
