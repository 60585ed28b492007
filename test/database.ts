/** A database of its own for a test file: a clone of the migrated template, gone when the file is done. */
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type DatabaseOptions, type Sql } from '../runtime/database.ts';

export type TestDatabase = {
  /** Signed in as the role that owns the schema, for what the application may not do. */
  ownerSql: Sql;
  /** Signed in as the application role, as the server works. */
  sql: Sql;
  /** The application role's URL, as RMM_DATABASE_URL takes it. */
  url: string;
  /** The owner's URL, as RMM_MIGRATE_DATABASE_URL takes it. */
  ownerUrl: string;
  /** Closes both and removes the database; also by `await using`. */
  drop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Clones the template, or makes an empty database with `{ template: 'template0' }`. Takes some 30 ms. */
export async function createDatabase({ template = 'muster_template' } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const owner = { ...inject('owner'), database: name };
  const app = { ...inject('app'), database: name };
  await administer((admin) => admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`);
  const ownerSql = connect(owner, { max: 3, applicationName: 'test owner' });
  const sql = connect(app, { max: 10, applicationName: 'test' });
  const drop = async () => {
    await Promise.all([ownerSql.end({ timeout: 1 }), sql.end({ timeout: 1 })]);
    await administer((admin) => admin`drop database if exists ${admin(name)} with (force)`);
  };
  return { ownerSql, sql, url: databaseUrl(app), ownerUrl: databaseUrl(owner), drop, [Symbol.asyncDispose]: drop };
}

async function administer(work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connect(inject('owner'), { max: 1, applicationName: 'test databases' });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** As libpq writes it: a Unix socket's folder goes into the query. */
export function databaseUrl({ host, port, database, username, password }: DatabaseOptions): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = username;
  url.password = password;
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  return url.href;
}
