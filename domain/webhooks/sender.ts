/** One delivery, ready to go. */
export interface WebhookCall {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Refuse private, loopback, link-local and reserved addresses, checked on what the name resolves to. */
  publicOnly: boolean;
}

/** What the receiver answered, whatever its status. */
export interface WebhookAnswer {
  status: number;
  /** The beginning of its body, for whoever looks why it was refused. */
  text: string;
}

/** `host`, the name leads nowhere; `address`, it leads where nothing may go; `receiver`, it did not answer. */
export type WebhookObstacle = 'host' | 'address' | 'receiver';

export class WebhookError extends Error {
  override name = 'WebhookError';
  readonly obstacle: WebhookObstacle;

  constructor(message: string, obstacle: WebhookObstacle, cause?: unknown) {
    super(message, { cause });
    this.obstacle = obstacle;
  }
}

/** How deliveries leave the house. */
export interface WebhookSender {
  /** Posts once, follows no redirect, within ten seconds. @throws WebhookError */
  send: (call: WebhookCall) => Promise<WebhookAnswer>;
  /** Judges where the host leads at this moment, without a connection. @throws WebhookError */
  vet: (target: Pick<WebhookCall, 'url' | 'publicOnly'>) => Promise<void>;
}
