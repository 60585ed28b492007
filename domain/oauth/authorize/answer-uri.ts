import type { AuthorizeRequest } from '../../../schema/oauth-authorize.ts';
import type { Settings } from '../../context.ts';
import { issuerOf } from '../policy.ts';

/**
 * The redirect URI as it is registered, with the answer behind what its query holds already (RFC 6749, 4.1.2). Spaces are
 * `%20`, which clients read that know forms, and those that don't.
 */
function withQuery(redirectUri: string, answer: Record<string, string>): string {
  const added = Object.entries(answer)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const joint = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return redirectUri + joint + added;
}

type Asking = Pick<AuthorizeRequest, 'redirect_uri' | 'state'>;

/** Where the browser goes with a code. `iss` tells the application who answers (RFC 9207). */
export const codeUri = (settings: Settings, asking: Asking, code: string): string =>
  answerUri(settings, asking, { code });

/** Where it goes with a refusal (RFC 6749, 4.1.2.1). @param description for the application's developer, in ASCII */
export const errorUri = (settings: Settings, asking: Asking, error: string, description: string): string =>
  answerUri(settings, asking, { error, error_description: description });

const answerUri = (settings: Settings, { redirect_uri, state }: Asking, answer: Record<string, string>): string =>
  withQuery(redirect_uri, { ...answer, ...(state !== null && { state }), iss: issuerOf(settings) });
