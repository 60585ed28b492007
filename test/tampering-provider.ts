/** A provider that answers what a real one never would: ID tokens that are wrong in one way each. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { CLIENT_ID, providerEnv } from './identity-provider.ts';

export interface TamperingProvider {
  issuer: string;
  env: Record<string, string>;
  /** Changes the claims of the next tokens; by default they are right. */
  claims: (right: JWTPayload) => JWTPayload;
  /** How the next tokens are signed. */
  signature: 'right' | 'none' | 'other_key' | 'shared_secret' | 'broken';
  /** Parameters that the browser comes back with. */
  answer: (right: Record<string, string>) => Record<string, string>;
  metadata: (right: Record<string, unknown>) => Record<string, unknown>;
  /** Answers nothing at all, or 500. */
  state: 'up' | 'silent' | 'broken';
  /** What its token endpoint was asked with. */
  asked: URLSearchParams[];
  /** Is right again in everything. */
  mend: () => void;
  stop: () => Promise<void>;
}

const SECRET = 'secret-of-the-tampering-provider';

const honest: Pick<TamperingProvider, 'claims' | 'signature' | 'answer' | 'metadata' | 'state'> = {
  claims: (right) => right,
  signature: 'right',
  answer: (right) => right,
  metadata: (right) => right,
  state: 'up',
};

export async function startTamperingProvider(): Promise<TamperingProvider> {
  const [own, other] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')];
  const publicKey = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const grants = new Map<string, URLSearchParams>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const made: TamperingProvider = {
    issuer,
    env: providerEnv({ issuer, clientId: CLIENT_ID, clientSecret: SECRET }),
    ...honest,
    asked: [],
    mend: () => Object.assign(made, honest),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const sign = async (claims: JWTPayload): Promise<string> => {
    if (made.signature === 'none') return new UnsecuredJWT(claims).encode();
    if (made.signature === 'shared_secret')
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET.padEnd(32)));
    const key = made.signature === 'other_key' ? other.privateKey : own.privateKey;
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
    if (made.signature !== 'broken') return token;
    const [head, , tail] = token.split('.');
    return [head, Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' })).toString('base64url'), tail].join(
      '.',
    );
  };

  const token = async (body: URLSearchParams) => {
    made.asked.push(body);
    const granted = grants.get(body.get('code') ?? '');
    grants.delete(body.get('code') ?? '');
    const challenge = hash('sha256', body.get('code_verifier') ?? '', 'base64url');
    if (granted?.get('code_challenge') !== challenge) return { status: 400, body: { error: 'invalid_grant' } };
    const now = Math.floor(Date.now() / 1000);
    const right = {
      ...{ iss: issuer, aud: CLIENT_ID, sub: 'mallory', iat: now, exp: now + 300, nonce: granted.get('nonce') ?? '' },
      ...{ email: 'mallory@example.com', email_verified: true },
    };
    const id_token = await sign(made.claims(right));
    return { status: 200, body: { access_token: 'x', token_type: 'Bearer', id_token } };
  };

  const authorize = (query: URLSearchParams): string => {
    const code = hash('sha256', `${query}`, 'base64url');
    grants.set(code, query);
    const back = new URL(query.get('redirect_uri') ?? '');
    back.search = new URLSearchParams(made.answer({ code, state: query.get('state') ?? '', iss: issuer })).toString();
    return back.href;
  };

  const metadata = () =>
    made.metadata({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    });

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (made.state === 'silent') return request.socket.destroy();
    if (made.state === 'broken') return send(500, { error: 'PROVIDER-TEXT' });
    if (url.pathname === '/authorize') return response.writeHead(302, { location: authorize(url.searchParams) }).end();
    if (url.pathname === '/jwks') return send(200, { keys: [publicKey] });
    if (url.pathname !== '/token') return send(200, metadata());
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      token(new URLSearchParams(Buffer.concat(chunks).toString())).then(({ status, body }) => send(status, body)),
    );
  });
  return made;
}
