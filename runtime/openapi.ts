import { z } from 'zod';
import { ProblemBody } from '../schema/common.ts';
import { describeAccess } from './access.ts';
import type { AnyEndpoint } from './endpoint.ts';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of these endpoints, generated from their declarations.
 * Source: OpenAPI Specification 3.1.1; schemas are JSON Schema 2020-12.
 */
export function describe(endpoints: readonly AnyEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Muster', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(ProblemBody, 'output') },
    },
  };
}

function operation(endpoint: AnyEndpoint): Json {
  const open = endpoint.access.kind === 'everyone';
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary: endpoint.summary,
    description: `Needs ${describeAccess(endpoint.access)}.`,
    tags: [tagOf(endpoint)],
    ...(open && { security: [] }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: json(schemaOf(endpoint.body, 'input')),
      },
    }),
    responses: responses(endpoint),
  };
}

const tagOf = ({ path }: AnyEndpoint): string => (path.startsWith('/api/') ? (path.split('/')[2] ?? 'api') : 'server');

const json = (schema: Json) => ({ 'application/json': { schema } });

function responses(endpoint: AnyEndpoint): Json {
  const status = endpoint.status ?? (endpoint.output ? 200 : 204);
  const content =
    endpoint.responds === 'text/plain'
      ? { 'text/plain': { schema: { type: 'string' } } }
      : endpoint.responds === 'file'
        ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
        : endpoint.output && json(schemaOf(endpoint.output, 'output'));
  const problem = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Problem' }) });
  return {
    [status]: { description: 'Done', ...(content && { content }) },
    '4XX': problem('The request cannot be served; `code` says why'),
    '5XX': problem('The server or what it depends on failed'),
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof property.description === 'string' && { description: property.description }),
    schema: property,
  }));
}

/** What zod knows of a shape; refinements that JSON Schema cannot say are left out, ids are written where they are used. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    target: 'draft-2020-12',
  });
  return inlined(rest, (rest.$defs ?? {}) as Record<string, Json>) as Json;
}

/** Replaces `#/$defs/x` by what it names, because a fragment inside an OpenAPI document would point at its root. */
function inlined(value: unknown, defs: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, defs));
  if (value === null || typeof value !== 'object') return value;
  const { $ref, $defs: _, ...rest } = value as Json;
  if (typeof rest.id === 'string') delete rest.id; // zod's name for the shape, not a property called id
  const target = typeof $ref === 'string' ? defs[$ref.replace('#/$defs/', '')] : undefined;
  if (target) return inlined({ ...target, ...rest }, defs);
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, inlined(item, defs)]));
}
