/** Refreshes a second at the token endpoint, addresses and accounts spread, against the same statements over raw postgres.js. */
import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { hashToken, newToken } from '../domain/tokens.ts';
import { connect } from '../runtime/database.ts';
import { cpuSec, machine, percentile, report } from './measure.ts';
import { type BenchServer, startBenchServer } from './server.ts';

const SECONDS = Number(process.argv[2] ?? 8);
const AT_ONCE = 16;
/** Authorizations, each of an account of its own, over ten applications. */
const GRANTS = 2000;
const APPLICATIONS = 10;
const MCP_URL = 'http://127.0.0.1:9';

/** A refresh, which returns the next refresh token. */
type Refresh = (token: string) => Promise<string>;

machine();
const server = await startBenchServer({
  RMM_MCP_PUBLIC_URL: MCP_URL,
  RMM_MCP_OAUTH_ENABLED: 'true',
  RMM_TRUSTED_PROXIES: '127.0.0.0/8', // the bench stands for a proxy, so that every call can come from another address
});
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
/** As many connections as the server has for transactions (runtime/open-database.ts). */
const raw = connect(server.databaseUrl, { max: 6 });
try {
  const tokens = await fill(server);
  const [first, second] = [tokens.slice(0, GRANTS / 2), tokens.slice(GRANTS / 2)];
  await run(first, refreshRaw, 1);
  await run(second, refreshOverHttp, 2);
  const runs = { raw: [] as Run[], real: [] as Run[] };
  let cpu = 0;
  for (let round = 0; round < 2; round++) {
    runs.raw.push(await run(first, refreshRaw, SECONDS / 2));
    const before = cpuSec(server.pid);
    runs.real.push(await run(second, refreshOverHttp, SECONDS / 2));
    cpu += cpuSec(server.pid) - before;
  }
  const mean = (all: Run[]) => all.reduce((sum, { perSec }) => sum + perSec, 0) / all.length;
  const latencies = runs.real.flatMap((one) => one.latencies);
  report('the statements of a refresh over raw postgres.js', mean(runs.raw), '/s');
  report('POST /oauth/token, grant refresh_token', mean(runs.real), '/s', { atLeast: 500 });
  report('p99 of it', percentile(latencies, 0.99), 'ms');
  report('CPU of the server for one', (cpu / latencies.length) * 1000, 'ms');
  report('share of the raw rate', mean(runs.real) / mean(runs.raw), '', { atLeast: 0.4 });
} finally {
  agent.destroy();
  await raw.end();
  await server.stop();
}

/** Accounts with an authorization each; returns their refresh tokens. */
async function fill({ sql }: BenchServer): Promise<string[]> {
  const tokens = Array.from({ length: GRANTS }, () => newToken('oauthRefresh', randomBytes));
  await sql`
    insert into oauth_applications (client_id, kind, name, redirect_uris, hosts, status, fingerprint, last_used_at)
    select 'app-' || n, 'registered', 'app-' || n, '{https://client.example.com/}', '{client.example.com}', 'approved',
           sha256(n::text::bytea), now()
    from generate_series(0, ${APPLICATIONS - 1}) n`;
  await sql`
    insert into users (username, role_key) select 'account-' || n, 'tech' from generate_series(0, ${GRANTS - 1}) n`;
  await sql`
    insert into oauth_families (application_id, user_id, code_hash, scope, resource)
    select a.id, u.id, sha256(u.username::bytea), 'mcp', ${`${MCP_URL}/mcp`}
    from users u join oauth_applications a on a.client_id = 'app-' || (substr(u.username, 9)::int % ${APPLICATIONS})`;
  const hashes = tokens.map((token) => hashToken(token).toString('hex'));
  await sql`
    insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at)
    select f.id, f.application_id, f.user_id, sha256(h.hash::bytea), decode(h.hash, 'hex'), now() + interval '1 hour',
           now() + interval '30 days'
    from unnest(${hashes}::text[]) with ordinality h (hash, n)
    join users u on u.username = 'account-' || (h.n - 1) join oauth_families f on f.user_id = u.id`;
  await sql`analyze`;
  return tokens;
}

interface Run {
  perSec: number;
  latencies: number[];
}

/** Refreshes these tokens in turn, each after its predecessor's answer; `tokens` keeps the newest. */
async function run(tokens: string[], refresh: Refresh, seconds: number): Promise<Run> {
  const latencies: number[] = [];
  const start = performance.now();
  const until = start + seconds * 1000;
  const lane = async (index: number) => {
    for (let at = index; performance.now() < until; at = at + AT_ONCE < tokens.length ? at + AT_ONCE : index) {
      const before = performance.now();
      tokens[at] = await refresh(tokens[at] ?? '');
      latencies.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => lane(index)));
  return { perSec: latencies.length / ((performance.now() - start) / 1000), latencies };
}

/** What domain/oauth/tokens/refresh.ts asks of the database, and nothing else. */
async function refreshRaw(token: string): Promise<string> {
  const next = newToken('oauthRefresh', randomBytes);
  await raw.begin(async (sql) => {
    const [row] = await sql`
      select t.id, t.family_id, t.refresh_expires_at, t.spent_at, t.successor, f.resource, a.id as application_id, a.hosts,
             u.id as user_id, u.username, array_to_string(r.permissions, ',') as permissions, p.registration, p.allowed_hosts
      from oauth_tokens t join oauth_families f on f.id = t.family_id join oauth_applications a on a.id = t.application_id
      join users u on u.id = t.user_id join roles r on r.key = u.role_key cross join oauth_policy p
      where t.refresh_hash = ${hashToken(token)} for key share of a for update of t`;
    if (!row) throw new Error('a refresh token is gone');
    await sql`
      with spent as (update oauth_tokens set spent_at = now(), successor = ${'x'.repeat(220)} where id = ${row.id})
      insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at)
      values (${row.family_id}, ${row.application_id}, ${row.user_id}, ${randomBytes(32)}, ${hashToken(next)},
              now() + interval '1 hour', now() + interval '30 days')`;
    await sql`
      insert into audit_entries (actor_kind, actor_name, action, target_kind, target_id, outcome, details)
      values ('oauth', ${row.username}, 'oauth.token', 'oauth_app', ${row.application_id}, 'success', '{}')`;
  });
  return next;
}

/** One of 131,072 that are there for benchmarks (RFC 2544). */
function someAddress(): string {
  return `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`;
}

function refreshOverHttp(token: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': someAddress(),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/oauth/token`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => {
        const next = /"refresh_token":"([^"]+)"/.exec(text)?.[1];
        if (next) resolve(next);
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
