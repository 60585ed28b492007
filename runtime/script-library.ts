import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemActor } from '../domain/actor.ts';
import { createCtx } from '../domain/context.ts';
import { everything } from '../domain/scope.ts';
import { builtins, fileOf } from '../domain/scripts/library/index.ts';
import { seedLibrary } from '../domain/scripts/seed.ts';
import type { Services } from './services.ts';

const FOLDER = join(import.meta.dirname, '../domain/scripts/library');

/** Texts of the scripts that come with Muster, by key. @throws when a file is missing: the installation is damaged */
export const readScriptLibrary = (): Map<string, string> =>
  new Map(builtins.map((builtin) => [builtin.key, readFileSync(join(FOLDER, fileOf(builtin)), 'utf8')]));

/** At every start, before anybody can sign in. */
export async function seedScriptLibrary(services: Services): Promise<void> {
  const origin = { requestId: null, ip: null, userAgent: null };
  const ctx = createCtx({ ...services, origin, actor: systemActor('Muster'), scope: everything });
  const { added, updated } = await seedLibrary(ctx, builtins, readScriptLibrary());
  if (added + updated > 0) services.log.info({ added, updated }, 'script library brought up to date');
}
