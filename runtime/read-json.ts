import { Problem } from '../domain/problem.ts';

/** The JSON of a body: undefined when there is none, 415 for another media type, 400 when it does not parse. */
export async function readJson(request: {
  headers: Headers;
  signal?: AbortSignal;
  text: () => Promise<string>;
}): Promise<unknown> {
  const text = await request.text();
  // The adapter hands over what had arrived when a client goes away; half a body must not act as a whole or an empty one.
  if (request.signal?.aborted) throw new Problem(400, 'incomplete_body', 'The body did not arrive whole.');
  if (text === '') return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new Problem(415, 'unsupported_media_type', 'Send the body as application/json.');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem(400, 'invalid_json', 'The body is not valid JSON.', { cause });
  }
}
