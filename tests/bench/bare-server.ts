// A minimal hand-written server: node:http, pg, one wide table, no sessions, no checks. The baseline of the benchmark.
// Its lists return the same cells as ours, so that neither is faster by returning less.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import Cursor from 'pg-cursor'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 12 })

const columns = `id, brand_id, day, status, priority, code, reason, image, site, url, title, price, mrp, username, store_id, rating,
  pid, lid, discount, city, country`

/** The same cells that our lists have to return (C-151, C-155), under the same names. */
const cells = `l.id, l.company_id, c.name as company_name, l.brand_id, b.brand_name, l.day as "reportingDate", l.day as "dateAdded",
  l.priority, l.status, l.reason, l.code as "reasonCode", l.client_comment as "clientComment", l.employee_code as "employeeCode",
  l.image, l.site, l.url, l.title, l.price, l.comparative_link as "comparativeLink", l.comparative_price as "comparativePrice",
  l.username, l.store_id as "storeId", l.address, l.city, l.country, l.rating as "Rating", l.number_of_ratings as "numberOfRatings",
  l.number_of_reviews as "numberOfReviews", l.mrp, l.seller_rating as "sellerRating", l.contact_number as "contactNumber", l.pid,
  l.lid, l.discount as "discountPercentage", l.flipkart_assured as "flipkartAssured", l.sku,
  inside.n - 1 as "sellerCountInCompany", everywhere.n - inside.n as "sellerCountOutsideCompany"`

type Row = Record<string, unknown> & { id: string }

const routes: Record<
  string,
  (query: URLSearchParams, request: IncomingMessage, answer: ServerResponse) => Promise<void>
> = {
  '/list': list,
  '/csv': csv,
  '/import': takeRows,
  '/companies': (query, _request, answer) => master('companies', query, answer),
  '/brands': (query, _request, answer) => master('brands', query, answer),
  '/users': (query, _request, answer) => master('users', query, answer),
}

const server = createServer((request, answer) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  const handle = routes[pathname]
  if (!handle) return answer.writeHead(404).end()
  handle(searchParams, request, answer).catch((problem: Error) => answer.writeHead(500).end(problem.message))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
process.on('disconnect', () => process.exit(0))

/** The SQL conditions of a request: a range of days, part of the title. */
function conditions(query: URLSearchParams): { where: string; values: unknown[] } {
  const values: unknown[] = [query.get('company')]
  let where = 'company_id = $1'
  for (const [name, condition] of [
    ['from', 'day >= '],
    ['to', 'day <= '],
    ['title', 'title ilike '],
    ['status', 'status = '],
  ] as const) {
    const given = query.get(name)
    if (!given) continue
    values.push(name === 'title' ? `%${given}%` : given)
    where += ` and ${condition}$${values.length}`
  }
  return { where, values }
}

const names = new Map<string, string>()

/** A named statement, so that the joins are not planned each time: the benchmark compares rows, not planning. */
function planned(text: string, values: unknown[]): { name: string; text: string; values: unknown[] } {
  const name = names.get(text) ?? `list ${names.size}`
  names.set(text, name)
  return { name, text, values }
}

async function list(query: URLSearchParams, _request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { where, values } = conditions(query)
  const size = Number(query.get('size'))
  const order = query.get('sort') === 'title' ? 'title, id' : 'day desc, id desc'
  const [page, total] = await Promise.all([
    // Names and seller counts are joined to the rows of the page only, the counts from our counter tables.
    pool.query<Row>(
      planned(
        `select ${cells} from (select * from plain_listings where ${where} order by ${order} limit ${size}) l
          join companies c on c.id = l.company_id join brands b on b.id = l.brand_id
          left join seller_counts inside on inside.seller = lower(l.username) and inside.site = lower(l.site)
            and inside.company_id = l.company_id
          left join seller_totals everywhere on everywhere.seller = lower(l.username) and everywhere.site = lower(l.site)
          order by ${order}`,
        values,
      ),
    ),
    pool.query<{ n: string; sites: string[] }>(
      planned(
        `select (select count(*) from plain_listings where ${where}) as n,
          (select json_agg(distinct value) from facets where company_id = $1 and platform = 'e-commerce' and name = 'site') as sites`,
        values,
      ),
    ),
  ])
  const docs = page.rows.map(({ company_id, company_name, brand_id, brand_name, ...row }) => ({
    ...row,
    _id: row.id,
    imageUrl: row['image'],
    company: { id: company_id, _id: company_id, name: company_name },
    brand: { id: brand_id, _id: brand_id, brandName: brand_name },
  }))
  const text = JSON.stringify({ docs, total: Number(total.rows[0]?.n), domainUniqueSites: total.rows[0]?.sites })
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

/** The three administration lists, hand-written with knowledge of the indexes. */
const kinds = {
  companies: {
    columns: 'm.*, p.name as parent',
    from: 'companies m left join companies p on p.id = m.parent_id where m.deleted_at is null',
    search: `(m.name ilike $1 or m.legal_name ilike $1 or m.city ilike $1 or m.state ilike $1 or m.country ilike $1 or m.gst ilike $1)`,
    sorts: { name: 'lower(m.name)', city: 'lower(m.city)' } as Record<string, string>,
  },
  brands: {
    columns: 'm.*, c.name as company',
    from: 'brands m join companies c on c.id = m.company_id where m.deleted_at is null and c.deleted_at is null',
    search: `(m.brand_name ilike $1 or m.search_term ilike $1 or m.category ilike $1
      or m.company_id = any(array(select id from companies where name ilike $1)))`,
    sorts: { brandName: 'lower(m.brand_name)', category: 'lower(m.category)' } as Record<string, string>,
  },
  users: {
    columns: `m.id, m.username, m.first_name, m.last_name, m.email, m.mobile, m.role, m.employee_code, m.two_factor,
      m.is_google, m.is_blocked, m.last_signed_in_at, c.name as company`,
    from: 'users m left join companies c on c.id = m.company_id where m.deleted_at is null',
    search: `(m.search_text ilike $1 or m.company_id = any(array(select id from companies where name ilike $1)))`,
    sorts: { firstName: 'lower(m.first_name)', email: 'lower(m.email)' } as Record<string, string>,
  },
}

async function master(kind: keyof typeof kinds, query: URLSearchParams, answer: ServerResponse): Promise<void> {
  const { columns: listed, from: source, search, sorts } = kinds[kind]
  const text = query.get('search')
  const where = text ? `${source} and ${search}` : source
  const values = text ? [`%${text}%`] : []
  const by = sorts[query.get('sortBy') ?? '']
  const order = by ? `${by} ${query.get('sortDirection') === '-1' ? 'desc nulls last' : 'asc'}, m.id desc` : 'm.id desc'
  const [page, total] = await Promise.all([
    pool.query(`select ${listed} from ${where} order by ${order} limit 20`, values),
    pool.query<{ n: string }>(`select count(*) as n from ${where}`, values),
  ])
  const body = JSON.stringify({ docs: page.rows, total: Number(total.rows[0]?.n) })
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

async function csv(query: URLSearchParams, _request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { where, values } = conditions(query)
  const client = await pool.connect()
  try {
    const cursor = client.query(
      new Cursor<Record<string, unknown>>(
        `select ${columns} from plain_listings where ${where} order by day desc, id desc limit 25000`,
        values,
      ),
    )
    answer.writeHead(200, { 'content-type': 'text/csv' })
    for (let rows = await cursor.read(1000); rows.length > 0; rows = await cursor.read(1000)) {
      const text = rows.map((row) => `${Object.values(row).map(cell).join(',')}\n`).join('')
      if (!answer.write(text)) await new Promise((done) => answer.once('drain', done))
    }
    answer.end()
  } finally {
    client.release()
  }
}

function cell(value: unknown): string {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as JSON, straight into the table by COPY; the unique index is the only check. */
async function takeRows(query: URLSearchParams, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { data } = JSON.parse(Buffer.concat(parts).toString()) as { data: Record<string, unknown>[] }
  const [company, brand] = [query.get('company'), query.get('brand')]
  const client = await pool.connect()
  try {
    const text = data.map(
      (row) =>
        `${[crypto.randomUUID(), company, brand, row['dateAdded'], '33', row['site'], row['url'], row['title'], row['price'], row['lid'], row['image'], row['username']].join('\t')}\n`,
    )
    await pipeline(
      Readable.from(text),
      client.query(
        from(
          'copy plain_listings (id, company_id, brand_id, day, status, site, url, title, price, lid, image, username) from stdin',
        ),
      ),
    )
    answer.writeHead(200).end()
  } finally {
    client.release()
  }
}
