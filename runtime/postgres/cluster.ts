/** Makes the database cluster: its files, its two roles and its database. */
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { lastLines, type Programs, runProgram } from './programs.ts';

export const DATABASE = 'muster';
export const OWNER_ROLE = 'muster_owner';
export const APP_ROLE = 'muster_app';

export type Passwords = { owner: string; app: string };

/** Written into postgresql.conf once, for an operator to change: a box of 1 GiB that also runs the server. */
const INITIAL_SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '60',
  max_wal_size: '512MB',
  jit: 'off', // compiling costs more than it saves in short queries, and llvm is not in the package anyway
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The superuser has no password, so that nobody can sign in as one; roles are made in single-user mode instead. */
const HBA = `# type  database  user  address  method
local   all  all                scram-sha-256
host    all  all  127.0.0.1/32  scram-sha-256
host    all  all  ::1/128       scram-sha-256
`;

/**
 * Makes the cluster unless it is there. It is built in a folder beside and renamed when it is complete, so that a start
 * that was killed half-way leaves nothing that looks like a cluster. True when it was made now.
 */
export async function createCluster(programs: Programs, passwords: Passwords): Promise<boolean> {
  const { cluster, account } = programs;
  if (existsSync(cluster)) {
    giveTo(account, cluster);
    return false;
  }
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true, maxRetries: 10 }); // a killed starter's initdb may still be writing
  mkdirSync(draft, { mode: 0o700 });
  giveTo(account, draft);
  const settings = Object.entries(INITIAL_SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['--pgdata', draft, '--username=postgres', '--auth=reject', '--no-instructions', ...locale, ...settings];
  await runProgram(programs, 'initdb', args, draft);
  writeFileSync(join(draft, 'pg_hba.conf'), HBA);
  const database = [
    `create database ${DATABASE} owner ${OWNER_ROLE}`,
    `revoke all on database ${DATABASE} from public`,
  ];
  const connect = `grant connect on database ${DATABASE} to ${APP_ROLE}`;
  await runSingleUser(programs, draft, [...roleStatements(passwords), ...database, connect]);
  renameSync(draft, cluster);
  return true;
}

/** Gives the two roles these passwords, for a cluster whose password file was lost. No postmaster may run on it. */
export async function resetPasswords(programs: Programs, passwords: Passwords): Promise<void> {
  await runSingleUser(programs, programs.cluster, roleStatements(passwords));
}

/** pg_signal_backend lets the owner end sessions that hold up a migration or a drop. Passwords are base64url: no quotes. */
function roleStatements(passwords: Passwords): string[] {
  const makeRole = (role: string) =>
    `do $$ begin if not exists (select 1 from pg_roles where rolname = '${role}') then create role ${role}; end if; end $$`;
  return [
    makeRole(OWNER_ROLE),
    makeRole(APP_ROLE),
    `alter role ${OWNER_ROLE} login createdb password '${passwords.owner}'`,
    `alter role ${APP_ROLE} login password '${passwords.app}'`,
    `grant pg_signal_backend to ${OWNER_ROLE}`,
  ];
}

/** Single-user mode takes a statement a line from stdin, goes on after an error, and then still ends with 0. */
async function runSingleUser(programs: Programs, cluster: string, statements: string[]): Promise<void> {
  // Without a log of statements: the failed one would carry a password into the error.
  const args = ['--single', '-c', 'log_min_error_statement=panic', '-D', cluster, 'postgres'];
  const printed = await runProgram(programs, 'postgres', args, cluster, `${statements.join('\n')}\n`);
  const errors = printed.split('\n').filter((line) => /\b(ERROR|FATAL|PANIC):/.test(line));
  if (errors.length > 0) throw new Error(`cannot prepare the embedded PostgreSQL: ${lastLines(errors.join('\n'))}`);
}

/** A data directory that was copied from elsewhere belongs to another user; PostgreSQL insists on its own. */
function giveTo(account: Account | undefined, path: string): void {
  if (!account || statSync(path).uid === account.uid) return;
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
  for (const entry of [...inside, path]) {
    if (!lstatSync(entry).isSymbolicLink()) chownSync(entry, account.uid, account.gid);
  }
}
