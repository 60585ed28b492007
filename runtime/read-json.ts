import { Problem } from '../domain/problem.ts';

/** JSON is UTF-8 (RFC 8259, 8.1); `fatal`, because a replacement character would be stored as if it had been sent. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a body: undefined when there is none, 415 for another media type, 400 when it does not parse. */
export async function readJson(request: Pick<Request, 'headers' | 'signal' | 'arrayBuffer'>): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  // The adapter hands over what had arrived when a client goes away; half a body must not act as a whole or an empty one.
  if (request.signal.aborted) throw new Problem(400, 'incomplete_body', 'The body did not arrive whole.');
  if (bytes.byteLength === 0) return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new Problem(415, 'unsupported_media_type', 'Send the body as application/json.');
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // Without its cause, which the log would show: V8 quotes the text around the mistake, and that may be a password.
    throw new Problem(400, 'invalid_json', 'The body is not valid JSON in UTF-8.');
  }
}
