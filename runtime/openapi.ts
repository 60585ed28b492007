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
        content: { [endpoint.accepts ?? 'application/json']: { schema: schemas.schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: responses(endpoint, schemas),
  };
}

const tagOf = ({ path }: AnyEndpoint): string => (path.startsWith('/api/') ? (path.split('/')[2] ?? 'api') : 'server');

const json = (schema: Json) => ({ 'application/json': { schema } });

const text = (type: string) => ({ [type]: { schema: { type: 'string' } } });

/** Of endpoints with `refuses`. */
const ownForm: Json = { description: 'Refused, in the form that its RFC or its page has' };

const redirect: Json = {
  description: 'Go on to Location',
  headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
};

function responses(endpoint: AnyEndpoint, schemas: Schemas): Json {
  const content = contentOf(endpoint, schemas);
  const status = endpoint.status ?? (content ? 200 : 204);
  const problem = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Problem' }) });
  const refusals = Object.entries(endpoint.refusals ?? {}).map(([refused, schema]) => {
    const allOf = [{ $ref: '#/components/schemas/Problem' }, schemas.schemaOf(schema, 'output')];
    return [refused, { description: 'Refused; `code` says why', content: json({ allOf }) }] as const;
  });
  return {
    ...Object.fromEntries(refusals),
    [status]: status === 302 ? redirect : { description: 'Done', ...(content && { content }) },
    // A page for people either shows something or leads on.
    ...(endpoint.responds === 'text/html' && { 302: redirect }),
    ...(endpoint.refuses
      ? { '4XX': ownForm, '5XX': ownForm }
      : {
          '4XX': problem('The request cannot be served; `code` says why'),
          '5XX': problem('The server or what it depends on failed'),
        }),
  };
}

/** Bodies of an answer by media type; undefined for none. */
function contentOf({ responds, output }: AnyEndpoint, schemas: Schemas): Json | undefined {
  if (responds === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (responds === 'text/plain' || responds === 'text/html' || responds === 'text/csv') return text(responds);
  if (!output) return undefined;
  const [, other] = responds?.split(', ') ?? [];
  return { ...json(schemas.schemaOf(output, 'output')), ...(other !== undefined && text(other)) };
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
