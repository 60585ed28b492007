import { z } from 'zod';
import { auditActions } from '../schema/audit.ts';
import { Id } from '../schema/common.ts';
import type { AnyEndpoint } from './endpoint.ts';

const Params = z.record(z.string(), z.unknown());

/**
 * The id at which a refused write was aimed, as the caller wrote it into the address: nobody has looked whether there is
 * such a thing. Null unless the path has one parameter, it is an id, and it names what the action is about: a passkey's
 * id is not that of the account from which it is removed.
 */
export function refusedTarget({ path, audits }: AnyEndpoint, params: unknown): string | null {
  const action = audits?.[0];
  const [at, ...others] = [...path.matchAll(/([^/]+)\/:(\w+)/g)];
  if (!action || !at || others.length > 0) return null;
  const [, segment = '', parameter = ''] = at;
  const { target } = auditActions[action];
  if (![target, `${target}s`].includes(segment.replaceAll('-', '_'))) return null;
  // A permission is judged before the input is parsed, so this may be anything.
  return Id.safeParse(Params.safeParse(params).data?.[parameter]).data ?? null;
}
