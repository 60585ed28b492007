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
