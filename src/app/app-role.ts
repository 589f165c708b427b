import { Client } from 'pg'

/** The role the application connects as. It owns its database and nothing else; it is no superuser. */
export const APP_ROLE = 'brandkeep_app'

/**
 * Makes the application's role and its database where they are missing, and gives the role what an older version
 * created as superuser: all objects of the database, in one transaction. `ownerUrl` connects as the superuser. Does
 * nothing on a replica, which is a copy of a database that has the role.
 */
export async function prepareAppRole(ownerUrl: string, database: string, password: string): Promise<void> {
  const isPrimary = await asOwner(ownerUrl, 'postgres', async (client) => {
    const { rows } = await client.query<{ copy: boolean }>('select pg_is_in_recovery() as copy')
    if (rows[0]!.copy) return false
    const role = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
    if (role.rowCount === 0) await client.query(`create role ${APP_ROLE}`)
    await client.query(
      `alter role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
        password ${client.escapeLiteral(password)}`,
    )
    const found = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [database],
    )
    if (found.rowCount === 0) await client.query(`create database ${database} owner ${APP_ROLE}`)
    else if (found.rows[0]!.owner !== APP_ROLE) await client.query(`alter database ${database} owner to ${APP_ROLE}`)
    return true
  })
  if (isPrimary) await asOwner(ownerUrl, database, (client) => client.query(giveEverything))
}

async function asOwner<T>(ownerUrl: string, database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const address = new URL(ownerUrl)
  address.pathname = `/${database}`
  const client = new Client({ connectionString: address.href })
  // The query that runs when the connection breaks fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * One statement is one transaction: after a crash in the middle the next start finds everything as it was. REASSIGN
 * OWNED cannot be used, because the old owner is the role that also owns PostgreSQL's own objects. Members of
 * extensions stay with the superuser; indexes, sequences of columns and row types follow their table.
 */
const giveEverything = `do $$
declare
  one record;
  role oid := (select oid from pg_roles where rolname = '${APP_ROLE}');
begin
  for one in
    with inside as (select oid from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema')
    select 'schema' as kind, oid::regnamespace::text as name, 'pg_namespace'::regclass as catalog, oid
      from pg_namespace where oid in (select oid from inside) and nspname <> 'public' and nspowner <> role
    union all
    select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
        oid::regclass::text, 'pg_class'::regclass, oid
      from pg_class where relkind in ('r', 'p', 'S', 'v', 'm') and relnamespace in (select oid from inside) and relowner <> role
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = pg_class.oid
          and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and relkind = 'S')
    union all
    select 'routine', oid::regprocedure::text, 'pg_proc'::regclass, oid
      from pg_proc where pronamespace in (select oid from inside) and proowner <> role
    union all
    select case typtype when 'd' then 'domain' else 'type' end, oid::regtype::text, 'pg_type'::regclass, oid
      from pg_type where typtype in ('e', 'd', 'r') and typnamespace in (select oid from inside) and typowner <> role
    union all
    select 'statistics', format('%s.%I', stxnamespace::regnamespace, stxname), 'pg_statistic_ext'::regclass, oid
      from pg_statistic_ext where stxnamespace in (select oid from inside) and stxowner <> role
  loop
    continue when exists (select from pg_depend where classid = one.catalog and objid = one.oid and deptype = 'e');
    execute format('alter %s %s owner to ${APP_ROLE}', one.kind, one.name);
  end loop;
end $$`
