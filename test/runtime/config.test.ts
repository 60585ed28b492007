import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listIncludes } from '../../runtime/address-list.ts';
import { ConfigError, loadConfig } from '../../runtime/config.ts';

const key = () => randomBytes(32).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'muster-config-'));
const noPem = join(folder, 'no.pem');
writeFileSync(noPem, 'not a certificate');
afterAll(() => rmSync(folder, { recursive: true }));

/** The sentence that stops the start. */
function refusal(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

const LISTEN = ['8080', 'localhost', ':', '127.0.0.1:65536', '127.0.0.1:x', '::1:8080', '[127.0.0.1]:80', 'a b:1'];
const ORIGIN = ['rmm.internal', 'ftp://a.example', 'https://a.example/path', 'https://u:p@a.example', 'https://a/?q'];
const KEYS = ['x', key().slice(0, -1), `${key()},`, `,${key()}`, `${key()},${randomBytes(31).toString('base64')}`];
const KEYS_TOO_LONG = randomBytes(33).toString('base64');
const NOT_CANONICAL = `${'A'.repeat(42)}B=`; // its last bits are not zero: two spellings of one key
const WHOLE = ['0', '-1', '1.5', '1e3', 'many', '9999999999'];
const ADDRESSES = ['10.0.0.0/33', '10.9.8', 'localhost', '::1/129', '10.0.0.1,', '10.0.0.1;10.0.0.2'];

const BAD: Record<string, string[]> = {
  RMM_LISTEN: LISTEN,
  RMM_AGENTS_LISTEN: LISTEN,
  RMM_MCP_LISTEN: LISTEN,
  RMM_CONSOLE_URL: ORIGIN,
  RMM_PUBLIC_URL: ORIGIN,
  RMM_MCP_PUBLIC_URL: [...ORIGIN, 'http://mcp.example.com', 'http://127.0.0.1.example.com', 'http://10.0.0.1'],
  RMM_TRUSTED_PROXIES: ADDRESSES,
  RMM_DATABASE_URL: ['mysql://a/b', 'localhost', '/var/run'],
  RMM_SECRET_KEY: [...KEYS, KEYS_TOO_LONG],
  RMM_ADMIN_TOKEN: ['two words', 'tabs\there', 'ümlaut'],
  RMM_METRICS_TOKEN: ['two words'],
  RMM_ALLOW_UNAPPROVED_JOBS: ['yes', 'on', '2'],
  RMM_REMOTE_PROVIDER: ['vnc'],
  RMM_UPDATE_PUBLIC_KEY: [...KEYS, KEYS_TOO_LONG, NOT_CANONICAL, key().replaceAll('=', '-')],
  RMM_OIDC_ENABLED: ['yes'],
  RMM_OIDC_ISSUER: ['idp.example.com', 'http://idp.example.com', 'https://idp.example.com/?x=1'],
  RMM_OIDC_SCOPES: ['email profile'],
  RMM_MCP_OAUTH_ENABLED: ['yes'],
  RMM_MCP_ALLOWED_IPS: ADDRESSES,
  RMM_ALERT_RETENTION_DAYS: WHOLE,
  RMM_CHECK_RESULT_RETENTION_DAYS: WHOLE,
  RMM_NOTIFICATION_RETENTION_DAYS: WHOLE,
  RMM_ALERTS_HOURLY_LIMIT: WHOLE,
  RMM_SMTP_URL: [
    ...['http://mail', 'mail.example.com', 'smtps:///', 'smtp://mail/inbox', 'smtp://mail:99999', 'smtp://u:%zz@mail'],
    ...[
      'smtp://mail?security=tls',
      'smtps://mail?security=none',
      'smtp://mail?security=ssl',
      'smtp://mail?tls=0',
      'smtp://mail#x',
    ],
  ],
  RMM_SMTP_FROM: ['nobody', 'a@b\r\nBcc: c@d', 'A <a@b> <c@d>'],
  RMM_SMTP_ALERTS_ALLOW_PRIVATE: ['maybe'],
  RMM_WEBHOOKS_ALLOW_PRIVATE: ['maybe'],
  RMM_INSTANCE_NAME: ['two\nlines', 'x'.repeat(101)],
  RMM_LOG_LEVEL: ['loud', 'silent'],
};

describe('a bad value stops the start and names the variable, without repeating the value', () => {
  for (const [name, values] of Object.entries(BAD)) {
    for (const value of values) {
      test(`${name}=${JSON.stringify(value).slice(0, 60)}`, () => {
        const message = refusal({ [name]: value });
        expect(message).toMatch(new RegExp(`^${name} (must|cannot)`));
        if (value.length > 5) expect(message).not.toContain(value);
      });
    }
  }
});

const CONTRADICTIONS: [string, string, Record<string, string>][] = [
  ['RMM_TLS_KEY', 'a certificate without a key', { RMM_TLS_CERT: noPem }],
  ['RMM_TLS_CERT', 'a key without a certificate', { RMM_TLS_KEY: noPem }],
  ['RMM_TLS_CERT', 'a certificate that does not exist', { RMM_TLS_CERT: join(folder, 'none'), RMM_TLS_KEY: noPem }],
  ['RMM_TLS_CERT', 'a certificate that is none', { RMM_TLS_CERT: noPem, RMM_TLS_KEY: noPem }],
  ['RMM_DATABASE_URL', 'an owner without an application role', { RMM_MIGRATE_DATABASE_URL: 'postgres://a/b' }],
  ['RMM_SMTP_FROM', 'a mail server without a sender', { RMM_SMTP_URL: 'smtp://mail' }],
  ['RMM_OIDC_ISSUER', 'sign-on without a provider', { RMM_OIDC_ENABLED: 'true', RMM_OIDC_CLIENT_ID: 'muster' }],
  ['RMM_OIDC_CLIENT_ID', 'sign-on without a client', { RMM_OIDC_ENABLED: 'true', RMM_OIDC_ISSUER: 'https://idp' }],
  ['RMM_AGENTS_LISTEN', 'two doors on one address', { RMM_LISTEN: ':9000', RMM_AGENTS_LISTEN: ':9000' }],
  [
    'RMM_MCP_PUBLIC_URL',
    'the MCP door on the agents origin',
    { RMM_AGENTS_LISTEN: ':9000', RMM_PUBLIC_URL: 'https://a.example', RMM_MCP_PUBLIC_URL: 'https://A.example:443/' },
  ],
];

test.each(CONTRADICTIONS)('%s is named for %s', (name, _, env) => {
  expect(refusal(env)).toMatch(new RegExp(`^${name} `));
});

test('every bad variable is named at once', () => {
  expect(refusal({ RMM_LISTEN: 'x', RMM_LOG_LEVEL: 'x' }).split('\n')).toHaveLength(2);
});

test('nothing set is a trial on this machine with the embedded database', () => {
  expect(loadConfig({ PATH: '/bin', RMM_DATABASE_URL: '' })).toMatchObject({
    listen: { host: '127.0.0.1', port: 8080 },
    consoleUrl: 'http://127.0.0.1:8080',
    publicUrl: 'http://127.0.0.1:8080',
    mcpPublicUrl: undefined,
    tls: undefined,
    database: undefined,
    dataDir: resolve('data'),
    secretKeys: [],
    allowUnapprovedJobs: false,
    remoteProvider: 'native',
    updatePublicKeys: [],
    oidc: undefined,
    mcpAllowedIps: undefined,
    retentionDays: { alerts: 90, checkResults: 90, notifications: 90 },
    smtp: undefined,
    alertsHourlyLimit: 100,
    instanceName: '127.0.0.1:8080',
    logLevel: 'info',
    warnings: [],
  });
});

test('origins follow each other: agents come to the console unless told otherwise', () => {
  const config = loadConfig({ RMM_CONSOLE_URL: 'https://RMM.example.com/', RMM_LISTEN: '[::1]:9000' });
  expect(config).toMatchObject({
    listen: { host: '::1', port: 9000 },
    consoleUrl: 'https://rmm.example.com',
    publicUrl: 'https://rmm.example.com',
    instanceName: 'rmm.example.com',
  });
});

test.each([
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, security: 'tls', username: '', password: '' }],
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, security: 'starttls' }],
  ['smtp://mail.example.com:25?security=none', { port: 25, security: 'none' }],
  ['smtp://ada%40example.com:p%2Fw%3A%20d@mail', { host: 'mail', username: 'ada@example.com', password: 'p/w: d' }],
  ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, security: 'none' }],
  ['smtp://[::1]', { host: '::1', port: 587, security: 'none' }],
  ['smtp://localhost?security=starttls', { host: 'localhost', security: 'starttls' }],
  ['smtps://localhost:8465', { port: 8465, security: 'tls' }],
])('%s is a mail relay', (url, relay) => {
  expect(loadConfig({ RMM_SMTP_URL: url, RMM_SMTP_FROM: 'rmm@example.com' }).smtp).toMatchObject({
    ...relay,
    sender: 'rmm@example.com',
    publicOnly: false,
  });
});

test('a wildcard address becomes a URL that a browser can open', () => {
  expect(loadConfig({ RMM_LISTEN: ':9000' }).consoleUrl).toBe('http://localhost:9000');
  expect(loadConfig({ RMM_LISTEN: '[::]:9000' }).consoleUrl).toBe('http://localhost:9000');
});

test('the MCP origin may be http on a loopback address, and be the agents origin while no door is split', () => {
  const same = { RMM_PUBLIC_URL: 'http://127.0.0.1:1', RMM_MCP_PUBLIC_URL: 'http://127.0.0.1:1' };
  expect(loadConfig(same).mcpPublicUrl).toBe('http://127.0.0.1:1');
});

test('key lists keep their order, so that the first one encrypts', () => {
  const keys = [key(), key()];
  const config = loadConfig({ RMM_SECRET_KEY: keys.join(' , '), RMM_UPDATE_PUBLIC_KEY: keys.join(',') });
  expect(config.secretKeys.map((bytes) => bytes.toString('base64'))).toEqual(keys);
  expect(config.updatePublicKeys).toEqual(keys);
});

test('the migrating role is the application role unless it is named', () => {
  const url = 'postgres://app@db/muster';
  expect(loadConfig({ RMM_DATABASE_URL: url }).database).toEqual({ url, migrateUrl: url });
});

test('a trusted network covers its addresses in both spellings and no other', () => {
  const { trustedProxies } = loadConfig({ RMM_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8, 192.0.2.1' });
  const trusted = ['10.9.8.7', '::ffff:10.9.8.7', 'fd00::1', '192.0.2.1'];
  const others = ['11.0.0.1', '::ffff:11.0.0.1', 'fe80::1', '192.0.2.2', '', 'unix'];
  expect(trusted.filter((address) => !listIncludes(trustedProxies, address))).toEqual([]);
  expect(others.filter((address) => listIncludes(trustedProxies, address))).toEqual([]);
});

test('nobody is trusted by default', () => {
  expect(listIncludes(loadConfig({}).trustedProxies, '127.0.0.1')).toBe(false);
});

test('an unknown RMM_ variable is a warning with its name, an agent variable is none', () => {
  const { warnings } = loadConfig({ RMM_LISTNE: 'x', RMM_AUTO_UPDATE: '0' });
  expect(warnings).toEqual([expect.stringMatching(/^RMM_LISTNE /)]);
});

test('a token that could be guessed is a warning', () => {
  expect(loadConfig({ RMM_LISTEN: '0.0.0.0:8080' }).warnings).toEqual([expect.stringMatching(/^RMM_LISTEN /)]);
  expect(loadConfig({ RMM_LISTEN: ':8080', RMM_CONSOLE_URL: 'https://muster.test' }).warnings).toEqual([]);
  expect(loadConfig({ RMM_ADMIN_TOKEN: 'short' }).warnings).toEqual([expect.stringMatching(/^RMM_ADMIN_TOKEN /)]);
});
