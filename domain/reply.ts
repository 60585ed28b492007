/** An answer that says more than a body: where to go on, a cookie to keep. */
export interface Reply {
  reply: true;
  /** Default: the endpoint's own. */
  status?: 302 | 303;
  headers?: Record<string, string>;
  /** Values of Set-Cookie, a line each (RFC 6265, 4.1). */
  cookies?: string[];
  /** In the shape of the endpoint's output. */
  body?: unknown;
}

/** Sends the browser on. @param to an absolute URL made from configuration, never from a request's Host */
export const redirect = (to: string, cookies: string[] = []): Reply => ({
  reply: true,
  status: 302,
  headers: { Location: to, 'Cache-Control': 'no-store' },
  cookies,
});

export const isReply = (answer: unknown): answer is Reply =>
  typeof answer === 'object' && answer !== null && 'reply' in answer && answer.reply === true;

/** An answer in a form of its own: a page, a message of another protocol, a stream of events. */
export interface Written {
  written: true;
  status: number;
  /** With the content type. */
  headers: Record<string, string>;
  /** Values of Set-Cookie, a line each. */
  cookies?: string[];
  /** A stream has no backpressure towards a slow client (RECIPES.md): what it carries is bounded by whoever makes it. */
  body: string | ReadableStream<Uint8Array> | null;
}

export const isWritten = (answer: unknown): answer is Written =>
  typeof answer === 'object' && answer !== null && 'written' in answer && answer.written === true;
