import { z } from 'zod';
import { ProblemBody } from '../schema/common.ts';
import { describeAccess } from './access.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { createSchemas, type Json, type Schemas } from './openapi-schemas.ts';

/**
 * The OpenAPI 3.1 document of these endpoints, generated from their declarations.
 * Source: OpenAPI Specification 3.1.1; schemas are JSON Schema 2020-12.
 */
export function describe(endpoints: readonly AnyEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  const schemas = createSchemas();
  schemas.schemaOf(ProblemBody, 'output');
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) };
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
      schemas: schemas.components(),
    },
  };
}

function operation(endpoint: AnyEndpoint, schemas: Schemas): Json {
  const open = endpoint.access.kind === 'everyone';
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary: endpoint.summary,
    description: `Needs ${describeAccess(endpoint.access)}.`,
    tags: [tagOf(endpoint)],
    ...(open && { security: [] }),
    parameters: [...parameters('path', endpoint.params, schemas), ...parameters('query', endpoint.query, schemas)],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: json(schemas.schemaOf(endpoint.body, 'input')),
      },
    }),
    responses: responses(endpoint, schemas),
  };
}

const tagOf = ({ path }: AnyEndpoint): string => (path.startsWith('/api/') ? (path.split('/')[2] ?? 'api') : 'server');

const json = (schema: Json) => ({ 'application/json': { schema } });

const csv = { 'text/csv': { schema: { type: 'string' } } };

const redirect: Json = {
  description: 'Go on to Location',
  headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
};

function responses(endpoint: AnyEndpoint, schemas: Schemas): Json {
  const status = endpoint.status ?? (endpoint.output ? 200 : 204);
  const content =
    endpoint.responds === 'text/plain'
      ? { 'text/plain': { schema: { type: 'string' } } }
      : endpoint.responds === 'file'
        ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
        : endpoint.responds === 'text/csv'
          ? csv
          : endpoint.output && {
              ...json(schemas.schemaOf(endpoint.output, 'output')),
              ...(endpoint.responds === 'application/json, text/csv' && csv),
            };
  const problem = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Problem' }) });
  const refusals = Object.entries(endpoint.refusals ?? {}).map(([refused, schema]) => {
    const allOf = [{ $ref: '#/components/schemas/Problem' }, schemas.schemaOf(schema, 'output')];
    return [refused, { description: 'Refused; `code` says why', content: json({ allOf }) }] as const;
  });
  return {
    ...Object.fromEntries(refusals),
    [status]: status === 302 ? redirect : { description: 'Done', ...(content && { content }) },
    '4XX': problem('The request cannot be served; `code` says why'),
    '5XX': problem('The server or what it depends on failed'),
  };
}

const Shape = z.object({
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).default([]),
});

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: Schemas): Json[] {
  if (!schema) return [];
  const { properties, required } = Shape.parse(schemas.schemaOf(schema, 'input'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof property.description === 'string' && { description: property.description }),
    schema: property,
  }));
}
