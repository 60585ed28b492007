import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../runtime/database.ts';
import { currentRole, ownsSchema } from '../../runtime/grants.ts';
import { createLog } from '../../runtime/log.ts';
import { migrate } from '../../runtime/migrate.ts';
import { createDatabase, type TestDatabase } from '../database.ts';

const DENIED = { code: '42501' }; // insufficient_privilege
const MIGRATIONS = join(import.meta.dirname, '../../schema/migrations');

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const startAgain = (appRole: string | null) => migrate(db.ownerSql, MIGRATIONS, { appRole, log: createLog('silent') });

describe('the application role', () => {
  test('adds audit entries, whose id and time the database sets', async () => {
    const [entry] = await db.sql<{ id: string; fresh: boolean }[]>`
      insert into audit_entries (actor_kind, actor_name, action, outcome) values ('system', 'test', 'test', 'success')
      returning id, at between now() - interval '1 minute' and now() + interval '1 second' as fresh`;
    expect(entry).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{14}7/), fresh: true });
  });

  const TAMPERING = {
    'forge an id': `insert into audit_entries (id, actor_kind, actor_name, action, outcome) values (uuidv7(), 'system', 'x', 'x', 'success')`,
    'forge an id by override': `insert into audit_entries (id, actor_kind, actor_name, action, outcome) overriding system value values (uuidv7(), 'system', 'x', 'x', 'success')`,
    backdate: `insert into audit_entries (at, actor_kind, actor_name, action, outcome) values ('2020-01-01Z', 'system', 'x', 'x', 'success')`,
    'backdate by upsert': `insert into audit_entries (actor_kind, actor_name, action, outcome) values ('system', 'x', 'x', 'success') on conflict (id) do update set at = '2020-01-01Z'`,
    'load whole rows': `copy audit_entries from stdin`,
    update: `update audit_entries set action = 'x'`,
    'merge over': `merge into audit_entries a using (select 1) s on true when matched then delete`,
    delete: 'delete from audit_entries',
    truncate: 'truncate audit_entries',
    'lock for update': 'select 1 from audit_entries for update',
    'switch triggers off': 'alter table audit_entries disable trigger all',
    'act as a replica': `set session_replication_role = 'replica'`,
    'add a trigger':
      'create trigger t before insert on audit_entries for each row execute function suppress_redundant_updates_trigger()',
    'add a rule': 'create rule r as on insert to audit_entries do instead nothing',
    'change a default': `alter table audit_entries alter column at set default '2020-01-01Z'`,
    drop: 'drop table audit_entries',
    'give itself the right': 'grant update on audit_entries to current_user',
    'become the owner': 'set role muster_owner',
    'become the superuser': 'set role postgres',
    'make a table': 'create table loot (id int)',
    'make a function': `create function rfc3339(value text) returns text language sql return ''`,
    'edit the record of migrations': `update schema_migrations set checksum = ''`,
    'forget migrations': 'delete from schema_migrations',
    'run a program': `copy (select 1) to program 'true'`,
    'read a file': `select pg_read_file('pg_hba.conf')`,
  };
  test.each(Object.entries(TAMPERING))('cannot %s', async (what, statement) => {
    // A grant that a role lacks the option for is a warning, and no error: then nothing may have changed.
    if (what === 'give itself the right') {
      await db.sql.unsafe(statement).catch(() => undefined);
      await expect(db.sql`update audit_entries set action = 'x'`).rejects.toMatchObject(DENIED);
    } else await expect(db.sql.unsafe(statement)).rejects.toMatchObject(DENIED);
  });

  test('writes every other table, and owns nothing', async () => {
    const lacking = await db.sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname not in ('audit_entries', 'schema_migrations')
        and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
          and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))`;
    const owned = await db.sql`select relname from pg_class where relowner = current_user::regrole`;
    expect({ lacking: [...lacking], owned: [...owned] }).toEqual({ lacking: [], owned: [] });
  });
});

test('rights on the audit trail that somebody gave by hand are gone after the next start', async () => {
  await db.ownerSql`grant all on audit_entries to muster_app`;
  await db.ownerSql`grant insert (at), update (action) on audit_entries to muster_app`;
  await startAgain('muster_app');
  const [rights] = await db.sql`
    select has_table_privilege('audit_entries', 'update, delete, truncate, trigger') as broad,
      has_any_column_privilege('audit_entries', 'update') as edit,
      has_column_privilege('audit_entries', 'at', 'insert') as backdate,
      has_column_privilege('audit_entries', 'action', 'insert') as add`;
  expect(rights).toEqual({ broad: false, edit: false, backdate: false, add: true });
});

test('a table of a later migration has its grants after the next start', async () => {
  await db.ownerSql`create table later (id int)`;
  await expect(db.sql`insert into later values (1)`).rejects.toMatchObject(DENIED);
  await startAgain('muster_app');
  await db.sql`insert into later values (1)`;
});

test('one role for everything needs no grants, and is found to leave the audit trail unprotected', async () => {
  await startAgain(null);
  expect(await ownsSchema(db.ownerSql)).toBe(true);
  expect(await ownsSchema(db.sql)).toBe(false);
  expect(await currentRole(db.sql)).toBe('muster_app');
});

test('a URL of a role reaches the same database', async () => {
  const sql = connect(db.url, { max: 1 });
  expect(await currentRole(sql)).toBe('muster_app');
  await sql.end();
});
