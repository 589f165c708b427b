import type { Line } from './line.ts'
import { fetchOk, quantile, timed } from './measure.ts'
import type { Servers } from './reading.ts'

/** How many records of each kind the benchmark uses. */
const numbers = { companies: 10_000, brands: 50_000, users: 100_000 } as const
type Kind = keyof typeof numbers

const lists: Readonly<Record<Kind, { path: string; queries: Readonly<Record<string, Record<string, string>>> }>> = {
  companies: {
    path: 'company/v1/allRecords',
    queries: {
      newest: {},
      'by name': { sortBy: 'name', sortDirection: '-1' },
      'a search that finds one': { search: 'Quillmere 7013' },
      'a search that finds a tenth, by city': { search: 'Leeds', sortBy: 'city', sortDirection: '1' },
    },
  },
  brands: {
    path: 'brand/v1/allRecords',
    queries: {
      newest: {},
      'by brand name': { sortBy: 'brandName', sortDirection: '-1' },
      'a search that finds one': { search: 'Inkwell 40013' },
      'a search that finds a tenth, by category': { search: 'stationery', sortBy: 'category', sortDirection: '1' },
    },
  },
  users: {
    path: 'users',
    queries: {
      newest: {},
      'by full name': { sortBy: 'firstName', sortDirection: '-1' },
      'a search that finds one': { search: 'person90013@' },
      'a search that finds a tenth, by e-mail': { search: 'Ramanujan', sortBy: 'email', sortDirection: '1' },
    },
  },
}

/** Lists of the administration: 20 rows with their total, against the same queries written by hand. */
export async function masterData(servers: Servers, { token }: { token: string }): Promise<Line[]> {
  await fill(servers)
  const lines: Line[] = []
  for (const kind of Object.keys(numbers) as Kind[]) {
    for (const [name, query] of Object.entries(lists[kind].queries)) {
      const ours = `${servers.ours.url}/api/${lists[kind].path}?${new URLSearchParams({ page: '1', perPage: '20', ...query }).toString()}`
      const theirs = `${servers.bare.url}/${kind}?${new URLSearchParams(query).toString()}`
      await checkSameRows(ours, theirs, token)
      lines.push(
        await pair(`${numbers[kind].toLocaleString('en')} ${kind}, ${name}: p50 / p95`, {
          times: servers.quick ? 40 : 100,
          ours: () => fetchOk(ours, { token }),
          theirs: () => fetchOk(theirs),
        }),
      )
    }
  }
  return lines
}

type Comparison = { times: number; ours: () => Promise<unknown>; theirs: () => Promise<unknown> }

async function pair(operation: string, { times, ours, theirs }: Comparison): Promise<Line> {
  const [mine, others]: [number[], number[]] = [[], []]
  for (let n = 0; n < 5; n++) await ours().then(theirs)
  for (let n = 0; n < times; n++) {
    mine.push(await timed(ours))
    others.push(await timed(theirs))
  }
  const show = (durations: number[]) =>
    `${quantile(durations, 0.5).toFixed(1)} / ${quantile(durations, 0.95).toFixed(1)} ms`
  const ratio = quantile(mine, 0.95) / quantile(others, 0.95)
  return { operation, ours: show(mine), theirs: show(others), ratio, target: '≤ 2', reached: ratio <= 2 }
}

async function checkSameRows(ours: string, theirs: string, token: string): Promise<void> {
  const mine = JSON.parse((await fetchOk(ours, { token, withText: true })).text) as {
    totalDocs: number
    docs: { id: string }[]
  }
  const others = JSON.parse((await fetchOk(theirs, { withText: true })).text) as {
    total: number
    docs: { id: string }[]
  }
  const ids = (docs: { id: string }[]) => docs.map(({ id }) => id).join()
  if (mine.totalDocs !== others.total || mine.totalDocs === 0 || ids(mine.docs) !== ids(others.docs))
    throw new Error(`${ours}: ${mine.totalDocs} found, by hand ${others.total}, or not the same rows`)
}

async function fill({ world }: Servers): Promise<void> {
  const client = await world.pool.connect()
  try {
    await client.query(`set synchronous_commit = off`)
    for (const statement of statements) await client.query(statement)
  } finally {
    client.release(true)
  }
  await world.pool.query('vacuum analyze companies, brands, users')
}

/** Ids in the order of n, as if created one after the other. */
const id = (kind: string) =>
  `(lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || substr(md5('${kind}' || n), 1, 16))::uuid`

const statements = [
  `insert into companies (id, name, legal_name, address, city, state, country, pin, gst)
   select ${id('c')}, 'Quillmere ' || n || ' ' || substr(md5(n::text), 1, 6), 'Quillmere ' || n || ' Limited', n || ' Paper Street',
     (array['Leeds','Surat','Kochi','Jaipur','Pune','Delhi','York','Bath','Derby','Hull'])[1 + n % 10],
     (array['Kerala','Gujarat','Yorkshire'])[1 + n % 3], 'India', '395001', '24AAPFU0939F1ZV'
   from generate_series(1, ${numbers.companies} - (select count(*)::int from companies)) n`,
  `insert into brands (id, company_id, brand_name, search_term, category, platforms)
   select ${id('b')}, owned.ids[1 + n % 9000], 'Inkwell ' || n || ' ' || substr(md5(n::text), 1, 6), 'inkwell ' || n,
     (array['stationery','beverages','apparel','shoes','watches','tea','toys','tools','books','soap'])[1 + n % 10], '{"domain": {}}'
   from (select array_agg(id) ids from companies where name like 'Quillmere %') owned,
     generate_series(1, ${numbers.brands} - (select count(*)::int from brands)) n`,
  `insert into users (id, username, email, first_name, last_name, mobile, role, company_id, last_signed_in_at)
   select ${id('u')}, 'person' || n || '@bench.test', 'person' || n || '@bench.test',
     (array['Ada','Asha','Bo','Kiran','Nila','Omar','Tove'])[1 + n % 7] || substr(md5(n::text), 1, 4),
     (array['Ramanujan','Menon','Byron','Rao','Lind','Noor','Shah','Mehta','Desai','New'])[1 + n % 10], '+919800000001', 'Client',
     owned.ids[1 + n % 9000], now() - make_interval(mins => n)
   from (select array_agg(id) ids from companies where name like 'Quillmere %') owned,
     generate_series(1, ${numbers.users} - (select count(*)::int from users)) n`,
]
