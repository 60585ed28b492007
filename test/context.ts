/** A context for domain functions, as the server's own parts have it. */
import { randomBytes } from 'node:crypto';
import { systemActor } from '../domain/actor.ts';
import { type Ctx, createCtx } from '../domain/context.ts';
import type { DomainEvent } from '../domain/events.ts';
import { everything } from '../domain/scope.ts';
import type { TestServer } from './harness.ts';

/** On the test server's database, clock and settings. What it publishes is collected instead. */
export function createContext(server: TestServer): { ctx: Ctx; events: DomainEvent[] } {
  const events: DomainEvent[] = [];
  const { pool, settings, instance, secrets, mailer, webhooks, identityProvider, toolbox, assistant, now } =
    server.muster.services;
  const { clientDocuments } = server.muster.services;
  const ctx = createCtx({
    pool,
    settings,
    instance,
    secrets,
    mailer,
    webhooks,
    clientDocuments,
    identityProvider,
    toolbox,
    assistant,
    now,
    actor: systemActor('test'),
    scope: everything,
    origin: { requestId: null, ip: null, userAgent: null },
    random: randomBytes,
    publish: (batch) => events.push(...batch),
  });
  return { ctx, events };
}
