import { invalid, Problem } from '../domain/problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The fields of a form (application/x-www-form-urlencoded), each of which is there at most once (RFC 6749, 3.1 and 3.2).
 * Without a body there are none. 415 for another media type.
 */
export async function readForm(
  request: Pick<Request, 'headers' | 'signal' | 'arrayBuffer'>,
): Promise<Record<string, string>> {
  const bytes = await request.arrayBuffer();
  if (request.signal.aborted) throw new Problem(400, 'incomplete_body', 'The body did not arrive whole.');
  const fields: Record<string, string> = Object.create(null);
  if (bytes.byteLength === 0) return fields;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new Problem(415, 'unsupported_media_type', 'Send the body as application/x-www-form-urlencoded.');
  for (const [key, value] of new URLSearchParams(decoded(bytes))) {
    if (key in fields) throw invalid(key.slice(0, 100), 'The form names a field more than once.');
    fields[key] = value;
  }
  return { ...fields };
}

function decoded(bytes: ArrayBuffer): string {
  try {
    const text = utf8.decode(bytes);
    decodeURIComponent(text); // URLSearchParams would take `%zz` as it stands, and put a replacement character for `%ff`
    return text;
  } catch {
    throw new Problem(400, 'invalid_form', 'The body is not a form in UTF-8.');
  }
}
