import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client, type Pool } from 'pg'
import { startEmbeddedDatabase } from '#app/embedded-database.ts'
import { longLimits, openPool } from '#kit/server/db.ts'
import { migrate } from '#kit/server/migrate.ts'
import { hashPassword } from '#kit/server/passwords.ts'

/** A database for the benchmark: embedded in a temporary folder, or created on the server of DATABASE_URL. */
export type World = {
  url: string
  dataDir: string
  pool: Pool
  /** The largest company and a brand of it, with which every operation is tried. */
  company: string
  brand: string
  password: string
  drop: () => Promise<void>
}

/** The seller of a tenth of all findings. */
export const busySeller = 'Seller Mercury'
export const client = 'client@bench.test'
export const analyst = 'analyst@bench.test'
export const admin = 'admin@bench.test'

/**
 * Creates and fills the database of the benchmark, with so many findings and companies; `drop` removes it. With a folder,
 * the embedded database stays there and a later run uses the rows of the first, whatever numbers it is given.
 */
export async function makeWorld(
  { rows, companies, folder }: { rows: number; companies: number; folder?: string | undefined },
  say: (line: string) => void,
): Promise<World> {
  const dataDir = folder ? resolve(folder) : mkdtempSync(join(tmpdir(), 'brandkeep-bench-'))
  const filled = join(dataDir, 'filled')
  const database = await openDatabase(dataDir)
  await migrate({ url: database.url, folder: join(import.meta.dirname, '../../db/migrations') })
  // Parts of the benchmark store and analyse a million rows in one statement.
  const pool = openPool(database.url, { size: 4, limits: longLimits })
  const password = 'Bench@2026'
  if (existsSync(filled)) say(`Using the rows in ${dataDir}`)
  else {
    say(`Filling ${rows.toLocaleString('en')} e-commerce findings …`)
    await fill(pool, { rows, companies, passwordHash: await hashPassword(password) })
    if (folder) writeFileSync(filled, '')
  }
  const { rows: found } = await pool.query<{ company: string; brand: string }>(
    `select companies.id as company, min(brands.id::text)::uuid as brand from companies join brands on company_id = companies.id
     where name = 'Company 1' group by companies.id`,
  )
  return {
    ...database,
    dataDir,
    pool,
    company: found[0]?.company ?? '',
    brand: found[0]?.brand ?? '',
    password,
    drop: async () => {
      await pool.end()
      await database.stop()
      if (!folder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openDatabase(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL']
  if (!given) {
    // As superuser: rows are loaded with triggers off.
    const { superuserUrl, stop } = await startEmbeddedDatabase({ dataDir })
    return { url: superuserUrl, stop }
  }
  const name = `brandkeep_bench_${randomBytes(4).toString('hex')}`
  const address = new URL(given)
  address.pathname = `/${name}`
  await administer(given, `create database ${name}`)
  return { url: address.href, stop: () => administer(given, `drop database ${name} with (force)`) }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Companies whose sizes fall as 1/n (of 200 the largest has 17 % of all rows), 24 months up to today. The same rows are
 * stored a second time in `plain_listings`: one wide table with the obvious indexes, as a team would write by hand.
 */
async function fill(
  pool: Pool,
  { rows, companies, passwordHash }: { rows: number; companies: number; passwordHash: string },
): Promise<void> {
  const client = await pool.connect()
  try {
    // Needs a superuser: rows that are valid by construction are not checked one by one. Statements of a million rows
    // take longer than a connection of the console may.
    await client.query(
      `set statement_timeout = 0; set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off`,
    )
    await client.query(people(companies))
    await client.query(
      `insert into users (id, username, email, first_name, last_name, role, company_id, password_hash)
       select gen_random_uuid(), $1, $1, 'Bench', 'Client', 'Client', id, $3 from companies where name = 'Company 1'
       union all select gen_random_uuid(), $2, $2, 'Bench', 'Analyst', 'Analyst', null, $3
       union all select gen_random_uuid(), $4, $4, 'Bench', 'Admin', 'Admin', null, $3`,
      ['client@bench.test', analyst, passwordHash, admin],
    )
    const droppedIndexes = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid in ('findings'::regclass, 'findings_e_commerce'::regclass) and not indisprimary`,
    )
    for (const { name } of droppedIndexes.rows) await client.query(`drop index ${name}`)
    await client.query(source, [rows])
    await client.query(common)
    await client.query(own)
    await client.query(plain)
    for (const { definition } of droppedIndexes.rows) await client.query(definition)
    await client.query(counters)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

const people = (companies: number) => `
  insert into companies (id, name, legal_name) select gen_random_uuid(), 'Company ' || n, 'Company ' || n || ' Limited' from generate_series(1, ${companies}) n;
  insert into brands (id, company_id, brand_name, platforms)
  select gen_random_uuid(), id, 'Brand ' || n, '{"eCommerce": {}, "domain": {}, "website": {}, "socialMedia": {}, "appStore": {}}'
  from companies, generate_series(1, 6) n where n <= 2 or companies.name in ('Company 1', 'Company 2', 'Company 3')`

/** All random values, one row per finding, so that both table layouts contain the same. */
const source = `
  create unlogged table made as
  with sizes as (
    select id as company_id, row_number() over (order by substr(name, 9)::int) as position from companies
  ), shares as (
    select company_id, round($1::int * (1.0 / position) / sum(1.0 / position) over ()) as n from sizes
  ), each as (
    select company_id, k, row_number() over () as i, array(select brands.id from brands where brands.company_id = shares.company_id order by 1) as brands
    from shares, generate_series(1, n::int) k
  ), dice as (
    select *, ('x' || substr(md5(i::text), 1, 8))::bit(32)::bigint & 2147483647 as d from each
  )
  select company_id,
    (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - (d % 730) * 86400000 + i % 60000), 12, '0') || '7' || substr(md5('a' || i), 1, 3) || '8' || substr(md5('b' || i), 1, 15))::uuid as id,
    brands[1 + d % cardinality(brands)] as brand_id,
    current_date - (d % 730)::int as day,
    (array['33','33','33','22','11','11','55','55','55','55','99','00','88','90'])[1 + (d / 730) % 14] as status,
    (array['High','Low'])[1 + d % 2] as priority,
    (array['12301','12302','56701','23402','18202','91204'])[1 + (d / 7) % 6] as code,
    md5('url' || i)::uuid as identity_key,
    (array['Kartholm','Bazarone','Shopvira','Dealmandi','Trendolo','Mercavia','Lootlane','Bulkora','Gharcart','Zentrade'])[1 + (d / 11) % 10] as site,
    'https://www.' || (array['kartholm','bazarone','shopvira','dealmandi'])[1 + (d / 11) % 4] || '.example/p/' || substr(md5(i::text), 1, 10) || i as url,
    (array['Glow','Pure','Royal','Fresh','Urban','Classic','Premium','Daily','Herbal','Imported'])[1 + (d / 3) % 10] || ' ' ||
      case when i % 5003 = 7 then 'zephyrine ' else '' end ||
      (array['serum','cream','shampoo','curtain','bedsheet','coffee','candle','lipstick','perfume','towel','lamp','muesli'])[1 + (d / 17) % 12] || ' ' ||
      (array['pack of 2','30 ml','combo','first copy','original','250 g','gift box','king size'])[1 + (d / 29) % 8] || ' ' || substr(md5('t' || i), 1, 6) as title,
    round((50 + d % 500000) / 100.0, 2) as price, round((100 + d % 900000) / 100.0, 2) as mrp,
    case when d / 13 % 10 = 3 then '${busySeller}' else 'Seller ' || (d / 13) % 5000 end as username, 'ST' || (d / 13) % 5000 as store_id, (d / 19) % 51 / 10.0 as rating, 'LID' || i as lid, 'PID' || i as pid, d % 90 as discount
  from dice`

const common = `
  insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, reason, reason_code, identity_key, image, created_at, updated_at, seller)
  select company_id, id, brand_id, 'e-commerce', day, status, priority, 'The listing uses the mark without permission.', code, identity_key,
    'https://img.example/' || left(lid, 40) || '.png', day, day, lower(username) from made`

const own = `
  insert into findings_e_commerce (company_id, finding_id, site, url, title, price, username, store_id, city, country, rating, mrp, pid, lid, discount_percentage)
  select company_id, id, site, url, title, price, username, store_id, 'Pune', 'India', rating, mrp, pid, lid, discount from made`

const plain = `
  create table plain_listings as select made.*, 'e-commerce'::text as platform, 'Pune'::text as city, 'India'::text as country,
    'The listing uses the mark without permission.'::text as reason, 'https://img.example/' || left(lid, 40) || '.png' as image, day::timestamptz as created_at,
    null::text as client_comment, null::text as employee_code, null::text as comparative_link, null::numeric as comparative_price,
    null::text as address, null::bigint as number_of_ratings, null::bigint as number_of_reviews, null::numeric as seller_rating,
    null::text as contact_number, null::boolean as flipkart_assured, null::text as sku from made;
  drop table made;
  alter table plain_listings add primary key (id);
  create index on plain_listings (company_id, day desc, id desc);
  create unique index on plain_listings (company_id, brand_id, url)`

const counters = `
  truncate counter_delta, counter_day, counter_month;
  insert into counter_day select company_id, platform, reporting_date, brand_id, status, count(*) from findings group by 1, 2, 3, 4, 5;
  insert into counter_month select company_id, platform, date_trunc('month', reporting_date)::date, brand_id, status, sum(n) from counter_day group by 1, 2, 3, 4, 5;
  insert into seller_counts (seller, site, company_id, n)
  select lower(username), lower(site), company_id, count(*) from findings_e_commerce where username is not null group by 1, 2, 3;
  insert into seller_totals (seller, site, n) select seller, site, sum(n) from seller_counts group by 1, 2;
  insert into counter_priority select company_id, platform, brand_id, status, priority, count(*) from findings group by 1, 2, 3, 4, 5;
  insert into counter_value select f.company_id, v.kind, m.month, f.brand_id, v.value, count(*)
    from findings f join findings_e_commerce d on d.company_id = f.company_id and d.finding_id = f.id
    cross join lateral (values ('site', d.site), ('seller', d.username)) v (kind, value)
    cross join lateral (values (date_trunc('month', f.reporting_date)::date), ('-infinity'::date)) m (month) group by 1, 2, 3, 4, 5;
  insert into counter_value_day select f.company_id, v.kind, f.reporting_date, f.brand_id, v.value, count(*)
    from findings f join findings_e_commerce d on d.company_id = f.company_id and d.finding_id = f.id
    cross join lateral (values ('site', d.site), ('seller', d.username)) v (kind, value) group by 1, 2, 3, 4, 5;
  insert into counter_seller select company_id, month, value, sum(n) from counter_value
    where kind = 'seller' and month > '-infinity' group by 1, 2, 3;
  insert into facets select distinct company_id, platform, brand_id, 'site', site from findings join findings_e_commerce using (company_id) where id = finding_id`
