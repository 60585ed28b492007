import type { Assistant } from '../domain/chat/assistant.ts';
import type { Instance, Settings } from '../domain/context.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { Mailer } from '../domain/mail/transport.ts';
import type { ClientDocuments } from '../domain/oauth/applications/documents.ts';
import type { SecretBox } from '../domain/secrets.ts';
import type { Pool } from '../domain/sql.ts';
import type { IdentityProvider } from '../domain/sso/provider.ts';
import type { Toolbox } from '../domain/toolbox.ts';
import type { WebhookSender } from '../domain/webhooks/sender.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What the composition root hands to everything that runs calls: the outside world as arguments. */
export interface Services {
  pool: Pool;
  /** For reads by key, such as who calls: see runtime/open-database.ts. */
  lookups: Pool;
  /** For calls by AI. */
  aiPool: Pool;
  settings: Settings;
  instance: Instance;
  secrets: SecretBox;
  mailer: Mailer;
  webhooks: WebhookSender;
  clientDocuments: ClientDocuments;
  /** Null while single sign-on is off. */
  identityProvider: IdentityProvider | null;
  toolbox: Toolbox;
  assistant: Assistant;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  /** Domain events, after their commit. */
  publish: (events: DomainEvent[]) => void;
  log: Log;
  limiter: RateLimiter;
  metrics: Metrics;
  /** SHA-256 of RMM_ADMIN_TOKEN, or undefined when there is none. */
  adminTokenHash: Buffer | undefined;
  /** SHA-256 of RMM_METRICS_TOKEN, or undefined: then there is no /metrics. */
  metricsTokenHash: Buffer | undefined;
  /** Tests check every answer against its schema; production trusts what tests have seen (RECIPES.md, Large lists). */
  checkOutputs: boolean;
}
