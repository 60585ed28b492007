import type { AlertRelay, AlertRelayChange } from '../../schema/mail.ts';
import { type Ctx, transaction } from '../context.ts';
import { invalid, Problem } from '../problem.ts';
import type { Sql } from '../sql.ts';
import { MailError, type MailRelay } from './transport.ts';

/** Where the relay's password is sealed for. There is one relay. */
export const passwordPlace = 'alert_relay:password:1';

interface Row {
  host: string;
  port: number;
  security: MailRelay['security'];
  username: string;
  /** Sealed; empty for none. */
  password: string;
  sender: string;
  enabled: boolean;
}

/** As before its first PUT. */
const none: Row = {
  host: '',
  port: 587,
  security: 'starttls',
  username: '',
  password: '',
  sender: '',
  enabled: false,
};

/** The relay for alerts without its password; `enabled` says whether alert mail leaves. */
export async function readAlertRelay({ sql }: Pick<Ctx, 'sql'>): Promise<AlertRelay> {
  const { password, ...row } = await find(sql);
  return { ...row, password_set: password !== '', enabled: row.enabled && row.host !== '' };
}

/** The relay to send with, on or off; null while there is none. @throws MailError when its password cannot be opened */
export async function alertRelay(ctx: Ctx): Promise<(MailRelay & { enabled: boolean }) | null> {
  const { password, ...row } = await find(ctx.sql);
  if (row.host === '') return null;
  return { ...row, password: password && open(ctx, password), publicOnly: !ctx.settings.alertRelayMayBePrivate };
}

function open({ secrets }: Ctx, password: string): string {
  try {
    return secrets.open(passwordPlace, password);
  } catch (cause) {
    throw new MailError('The password of the relay for alerts cannot be opened: enter it again.', 'relay', cause);
  }
}

/**
 * Sets the relay for alerts; a blank host turns alert mail off and forgets the rest. A password that is left out or empty
 * stays, but only where it is: with another host, port, user name or security it has to be sent again, so that nobody
 * points it elsewhere. Looks the host up, so it opens its own transaction.
 * @throws 400 alerts_need_own_server, relay_not_found, relay_address_refused, secret_required; invalid_input for a relay without a sender
 */
export async function changeAlertRelay(ctx: Ctx, change: AlertRelayChange): Promise<AlertRelay> {
  const wanted = change.host === '' ? turnedOff(change) : await judged(ctx, change);
  return transaction(ctx, async (inside) => {
    const { sql, now, secrets } = inside;
    const before = await lock(sql);
    const given = wanted.password && secrets.seal(passwordPlace, wanted.password);
    const password = given || (wanted.username === '' ? '' : kept(before, wanted));
    const row: Row = { ...wanted, password };
    await sql`update alert_relay set ${sql({ ...row, updated_at: now() })}`;
    const { host, port, security, enabled } = row;
    const details = { host, port, security, enabled, password_changed: password !== before.password };
    await inside.audit('config.smtp.alerts.update', { id: null, name: 'alerts' }, details);
    inside.emit({ type: 'changed', noun: 'config' });
    return readAlertRelay(inside);
  });
}

/** @throws 400 alerts_need_own_server: there is no other relay that this sender or login could be for */
function turnedOff({ sender, username, password }: AlertRelayChange): Row {
  if (sender || username || password)
    throw new Problem(400, 'alerts_need_own_server', 'Alerts go out through a server of their own: name its host.');
  return none;
}

/** @throws 400 */
async function judged({ mailer, settings }: Ctx, { password = '', ...change }: AlertRelayChange): Promise<Row> {
  if (change.sender === '') throw invalid('sender', 'The relay needs a sender.');
  if (password !== '' && change.username === '') throw invalid('username', 'A password needs a user name.');
  try {
    await mailer.vet({ host: change.host, publicOnly: !settings.alertRelayMayBePrivate });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    if (error.obstacle === 'host') throw invalid('host', error.message, 'relay_not_found');
    const way =
      'The server for alerts may have only public addresses as its host, unless Muster is started with RMM_SMTP_ALERTS_ALLOW_PRIVATE=true.';
    throw new Problem(400, 'relay_address_refused', `${error.message} ${way}`, {
      issues: [{ path: 'host', message: error.message }],
    });
  }
  return { ...change, password };
}

/** The stored password, if it stays where it is. @throws 400 secret_required */
function kept(before: Row, wanted: Row): string {
  const moved = (['host', 'port', 'security', 'username'] as const).some((key) => before[key] !== wanted[key]);
  if (before.password === '' || !moved) return before.password;
  throw invalid('password', 'Send the password again with another server or login.', 'secret_required');
}

/** Seals the stored password with the first key. @returns how many rows changed */
export async function resealAlertRelay({ sql, secrets }: Ctx): Promise<number> {
  const { password } = await find(sql);
  if (password === '' || !secrets.isStale(password)) return 0;
  const anew = secrets.seal(passwordPlace, secrets.open(passwordPlace, password));
  const { count } = await sql`update alert_relay set password = ${anew} where password = ${password}`;
  return count;
}

const columns = (sql: Sql) => sql`host, port, security, username, password, sender, enabled`;

async function find(sql: Sql): Promise<Row> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from alert_relay`;
  return row ?? none;
}

async function lock(sql: Sql): Promise<Row> {
  await sql`insert into alert_relay (enabled) values (false) on conflict (single) do nothing`;
  const [row] = await sql<Row[]>`select ${columns(sql)} from alert_relay for update`;
  return row ?? none;
}
