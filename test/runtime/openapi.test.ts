import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { redirect } from '../../domain/reply.ts';
import { endpoints } from '../../handlers/index.ts';
import { everyone, permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { describe } from '../../runtime/openapi.ts';
import { CheckType, configs, measures } from '../../schema/check-types.ts';

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean() })),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.looseObject({})),
  security: z.array(z.unknown()).optional(),
});
const Document = z.looseObject({
  openapi: z.literal('3.1.1'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});
const documentOf = (described: Parameters<typeof describe>[0]) =>
  Document.parse(JSON.parse(JSON.stringify(describe(described, '1.2.3'))));

/** Every string under a key of this name, anywhere. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [...(name === key ? [item] : []), ...valuesOf(item, key)]);
}

const document = documentOf(endpoints);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('every endpoint is described once, with an id of its own', () => {
  expect(operations).toHaveLength(endpoints.length);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(operations)('$method $path describes exactly the parameters in its path', ({ path, operation }) => {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const described = operation.parameters.filter((parameter) => parameter.in === 'path');
  expect(described.map(({ name }) => name).sort()).toEqual(inPath.sort());
  expect(described.every(({ required }) => required)).toBe(true);
});

test('every reference leads to a component', () => {
  const references = valuesOf(document, '$ref');
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references))
    expect(Object.keys(document.components.schemas)).toContain(String(reference).replace('#/components/schemas/', ''));
});

const bodyOf = (path: string, method: string) => {
  const { requestBody } = Operation.parse(document.paths[path]?.[method]);
  const Body = z.object({ properties: z.record(z.string(), z.looseObject({})) });
  return z.object({ content: z.object({ 'application/json': z.object({ schema: Body }) }) }).parse(requestBody).content[
    'application/json'
  ].schema.properties;
};

test('the body of a check says what the config of each type takes, and a change has the bounds of a new one', () => {
  const made = bodyOf('/api/checks', 'post');
  const change = bodyOf('/api/checks/{id}', 'put');
  for (const [type, config] of Object.entries(configs)) {
    const told =
      String(made.config?.description)
        .split(`. ${type}: `)[1]
        ?.split(/\. \w+: /)[0] ?? '';
    for (const key of Object.keys(config.shape)) expect(`${type}: ${told}`).toMatch(new RegExp(`\\b${key}\\b`));
  }
  for (const [field, { default: _, ...bounds }] of Object.entries(made))
    if ('type' in bounds && field !== 'remediation')
      expect({ field, ...change[field] }).toMatchObject({ field, ...bounds });
});

test('docs/checks.md has a row for each type, with every key of its config', () => {
  const [, part = ''] = readFileSync(join(import.meta.dirname, '../../docs/checks.md'), 'utf8').split(
    '## What each type',
  );
  const rows = part.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const [type, config] of Object.entries(configs)) {
    const [, , told = '', thresholds] = rows.find(([, types = '']) => types.split(', ').includes(type)) ?? [];
    for (const key of Object.keys(config.shape)) expect(`${type}: ${told}`).toContain(`\`${key}\``);
    if (Object.keys(config.shape).length === 0) expect(`${type}: ${told}`).toBe(`${type}: none`);
    expect(`${type}: ${thresholds === 'no'}`).toBe(`${type}: ${measures[CheckType.parse(type)] === null}`);
  }
});

test('days of the week say which is the first', () => {
  for (const [path, method] of [
    ['/api/tasks', 'post'],
    ['/api/tasks/{id}', 'put'],
    ['/api/alert-suppressions', 'post'],
  ] as const)
    expect(JSON.stringify(bodyOf(path, method))).toContain('0 is Sunday');
});

const Colour = z.enum(['red', 'green']).meta({ id: 'Colour' });
const Thing = z.object({ id: z.string(), colour: Colour.default('red') }).meta({ id: 'Thing' });
const paint = endpoint(
  {
    route: 'PUT /api/things/:thing_id',
    summary: 'Paint a thing',
    access: permission('devices.manage'),
    params: z.strictObject({ thing_id: z.string() }),
    query: z.strictObject({ dry: z.enum(['yes', 'no']).optional() }),
    body: z.strictObject({ thing: Thing }),
    output: Thing,
    audits: [],
  },
  (_, { body }) => body.thing,
);

test('a named shape is a component; what is sent has a name of its own where it differs from what is answered', () => {
  const { components, paths } = documentOf([paint]);
  expect(Object.keys(components.schemas)).toEqual(['Colour', 'Problem', 'Thing', 'ThingInput']);
  expect(components.schemas.Thing).toMatchObject({
    required: ['id', 'colour'],
    properties: { id: { type: 'string' }, colour: { $ref: '#/components/schemas/Colour' } },
  });
  expect(components.schemas.ThingInput).toMatchObject({ required: ['id'] });
  expect(valuesOf(paths['/api/things/{thing_id}']?.put?.requestBody, '$ref')).toEqual([
    '#/components/schemas/ThingInput',
  ]);
});

test('unknown keys are forbidden in what is sent and left open in what is answered', () => {
  const { components, paths } = documentOf([paint]);
  expect(valuesOf(paths, 'additionalProperties')).toEqual([false]);
  expect(components.schemas.Thing).not.toHaveProperty('additionalProperties');
});

test('parameters know their place and whether they must be there; refusals and success have a shape', () => {
  const operation = documentOf([paint]).paths['/api/things/{thing_id}']?.put;
  expect(operation?.parameters).toMatchObject([
    { name: 'thing_id', in: 'path', required: true },
    { name: 'dry', in: 'query', required: false },
  ]);
  expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '4XX', '5XX']);
});

test('what a refusal holds beside the keys of every refusal is described by its status', () => {
  const { paths, components } = documentOf([{ ...paint, refusals: { 409: z.object({ colour: Colour.optional() }) } }]);
  const responses = paths['/api/things/{thing_id}']?.put?.responses;
  expect(Object.keys(responses ?? {})).toEqual(['200', '409', '4XX', '5XX']);
  expect(valuesOf(responses?.['409'], '$ref')).toEqual(['#/components/schemas/Problem', '#/components/schemas/Colour']);
  expect(components.schemas).toHaveProperty('Colour');
  expect(valuesOf(document.paths['/api/auth/login']?.post?.responses?.['401'], '$ref')).toEqual([
    '#/components/schemas/Problem',
    '#/components/schemas/SecondFactorAsked',
  ]);
});

test('only an endpoint for everyone asks for no credential', () => {
  const open = endpoint({ route: 'GET /open', summary: 'x', access: everyone, output: z.string() }, () => 'x');
  const { paths } = documentOf([paint, open]);
  expect([paths['/open']?.get?.security, paths['/api/things/{thing_id}']?.put?.security]).toEqual([[], undefined]);
});

test('a redirect says where the way leads, and has no body', () => {
  const away = { route: 'GET /away', summary: 'x', access: everyone, status: 302 } as const;
  const { paths } = documentOf([endpoint(away, () => redirect('https://idp.test/'))]);
  expect(paths['/away']?.get?.responses?.['302']).toEqual({
    description: 'Go on to Location',
    headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
  });
});

test('forms, pages, streams and refusals of other protocols are described as what they are', () => {
  const base = { summary: 'x', access: everyone, audits: [] } as const;
  const body = z.strictObject({ code: z.string() });
  const output = z.object({ ok: z.boolean() });
  const { paths } = documentOf([
    endpoint({ ...base, route: 'POST /form', accepts: 'application/x-www-form-urlencoded', body }, () => undefined),
    endpoint({ ...base, route: 'GET /page', responds: 'text/html' }, () => undefined),
    endpoint({ ...base, route: 'POST /talk', responds: 'application/json, text/event-stream', output }, () => ({
      ok: true,
    })),
    endpoint({ ...base, route: 'POST /own', output, refuses: () => undefined }, () => ({ ok: true })),
  ]);
  const contents = (path: string, method: string) =>
    Object.keys(
      z.object({ content: z.record(z.string(), z.unknown()) }).parse(paths[path]?.[method]?.responses['200']).content,
    );
  expect(paths['/form']?.post?.requestBody).toMatchObject({
    content: { 'application/x-www-form-urlencoded': { schema: { properties: { code: { type: 'string' } } } } },
  });
  expect(contents('/page', 'get')).toEqual(['text/html']);
  expect(paths['/page']?.get?.responses['302']).toMatchObject({ description: 'Go on to Location' });
  expect(contents('/talk', 'post')).toEqual(['application/json', 'text/event-stream']);
  expect(JSON.stringify(paths['/own']?.post?.responses['4XX'])).not.toContain('Problem');
  expect(JSON.stringify(paths['/talk']?.post?.responses['4XX'])).toContain('Problem');
});
