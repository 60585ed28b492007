/** What the access tests read out of a declaration. */
import { z } from 'zod';
import { endpoints } from '../../handlers/index.ts';
import type { Access } from '../../runtime/access.ts';
import type { AnyEndpoint } from '../../runtime/endpoint.ts';
import type { Permission } from '../../schema/permissions.ts';

export const all: readonly AnyEndpoint[] = endpoints;
export const guarded = all.filter(({ access }) => access.kind !== 'everyone' && access.kind !== 'metricsToken');
/** For describe.each('$route'). */
export const named = (list: readonly AnyEndpoint[]) => list.map((endpoint) => ({ route: endpoint.route, endpoint }));

/** Every part of a declaration. */
export const partsOf = (access: Access): Access[] => {
  if (access.kind === 'anyOf' || access.kind === 'allOf') return [access, ...access.of.flatMap(partsOf)];
  return access.kind === 'unscoped' ? [access, ...partsOf(access.of)] : [access];
};

export const asks = (endpoint: AnyEndpoint, kind: Access['kind']) =>
  partsOf(endpoint.access).some((part) => part.kind === kind);

/** Whether somebody who signed in with these permissions gets past the declaration, scope aside. */
export function admits(access: Access, held: (key: Permission) => boolean): boolean {
  if (access.kind === 'permission') return held(access.key);
  if (access.kind === 'anyOf') return access.of.some((one) => admits(one, held));
  if (access.kind === 'allOf') return access.of.every((one) => admits(one, held));
  if (access.kind === 'unscoped') return admits(access.of, held);
  return access.kind === 'decidedBy' ? access.among.some(held) : true;
}

/** Scripts and their categories are everybody's (CONTRACT.md, Access): no scope divides them. */
const global = { paths: /^\/api\/script(s|-categories)\//, ids: /(^|\.)script_id$/ };

/** Where an endpoint takes an id that a scope may leave out, e.g. `params.id`, `query.site_id`, `body.scopes.scope_id`. */
export function idsOf(endpoint: AnyEndpoint): string[] {
  const named = global.paths.test(endpoint.path) ? [] : endpoint.path.matchAll(/:([a-z_]+)/g);
  const params = [...named].map(([, name]) => `params.${name}`);
  const within = (part: 'query' | 'body') => {
    const schema = endpoint[part];
    return schema ? idPaths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), part) : [];
  };
  return [...new Set([...params, ...within('query'), ...within('body')])].filter((at) => !global.ids.test(at));
}

/** Paths of what is an Id by its schema; items of a list have the list's path. */
function idPaths(schema: unknown, at: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => idPaths(one, at));
  if (typeof schema !== 'object' || schema === null) return [];
  if ('$ref' in schema && schema.$ref === '#/$defs/Id') return [at];
  if ('format' in schema && schema.format === 'uuid') return [at];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties') return Object.entries(value).flatMap(([name, one]) => idPaths(one, `${at}.${name}`));
    return key === '$defs' ? [] : idPaths(value, at);
  });
}
