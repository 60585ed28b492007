/** What the application role may do: everything with rows, nothing with the schema, and with the audit trail only to add. */
import type { Sql, TransactionSql } from './database.ts';

/** Set by the database alone: with a plain INSERT grant the application could backdate entries and forge their ids. */
const AUDIT_SET_BY_DATABASE = ['id', 'at'];

/**
 * Gives `role` its rights on all that the migrations have made so far. Runs at every start in one transaction, so that a
 * new table has its grants and a server that runs meanwhile never sees fewer rights than before.
 */
export async function grantApplication(sql: TransactionSql, role: string): Promise<void> {
  const to = sql(role);
  await sql`grant usage on schema public to ${to}`;
  await sql`grant select, insert, update, delete on all tables in schema public to ${to}`;
  await sql`grant usage on all sequences in schema public to ${to}`;
  await sql`grant execute on all functions in schema public to ${to}`;
  await sql`revoke all on schema_migrations from ${to}`;
  await sql`grant select on schema_migrations to ${to}`;
  await protectAudit(sql, role);
}

/** Revoking on the table takes back grants on its columns too. */
async function protectAudit(sql: TransactionSql, role: string): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'public.audit_entries'::regclass and attnum > 0 and not attisdropped
      and attname <> all(${AUDIT_SET_BY_DATABASE})`;
  const insertable = sql(columns.map((column) => column.name));
  await sql`revoke all on audit_entries from ${sql(role)}`;
  await sql`grant select, insert (${insertable}) on audit_entries to ${sql(role)}`;
}

/**
 * Whether the role of this connection owns the audit trail, may become its owner, or is a superuser: then no grant
 * protects it, and a warning says so.
 */
export async function ownsSchema(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ owns: boolean }[]>`
    select pg_has_role(current_user, relowner, 'member') as owns
    from pg_class where oid = 'public.audit_entries'::regclass`;
  return row?.owns ?? false;
}

/** Name of the role that this connection works as. */
export async function currentRole(sql: Sql): Promise<string> {
  const [row] = await sql<{ role: string }[]>`select current_user::text as role`;
  if (!row) throw new Error('select without a row');
  return row.role;
}
