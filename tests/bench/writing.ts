import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { copyRows } from '#features/demo/server/copy.ts'
import { against, type Line, within } from './line.ts'
import { fetchUrl, median, fetchOk, timed } from './measure.ts'
import type { Servers } from './reading.ts'

const ROWS = 25_000
let batch = 0

/** A sheet of 25,000 new e-commerce rows. */
export function newSheet(day: string): Record<string, unknown>[] {
  const stamp = `${Date.now().toString(36)}${batch++}`
  return Array.from({ length: ROWS }, (_, n) => ({
    sn: n + 1,
    image: `https://img.example/${n}.png`,
    site: ['Kartholm', 'Bazarone', 'Shopvira', 'Dealmandi'][n % 4],
    dateAdded: day,
    url: `https://www.kartholm.example/new/${stamp}/${n}`,
    title: `Fresh ${['serum', 'cream', 'lamp', 'towel'][n % 4]} ${stamp} ${n}`,
    price: (n % 5000) + 0.5,
    reason: 'The listing uses the mark without permission.',
    reasonCode: '12301',
    priority: 'High',
    status: '33',
    username: `Seller ${n % 900}`,
    storeId: `ST${n % 900}`,
    address: '12 Ring Road',
    city: 'Pune',
    country: 'India',
    Rating: 3.5,
    numberOfRatings: n % 1000,
    numberOfReviews: n % 100,
    mrp: (n % 5000) + 100,
    sellerRating: 4.1,
    pid: `P${stamp}${n}`,
    lid: `L${stamp}${n}`,
    discountPercentage: n % 90,
    flipkartAssured: n % 2 === 0,
    sku: `S-${n}`,
    clientComment: '',
  }))
}

/** The request body that saves a sheet. */
export function saveBody(servers: Servers, data: readonly Record<string, unknown>[]): string {
  const { company, brand } = servers.world
  return JSON.stringify({
    data,
    company,
    brand,
    platform: 'e-commerce',
    reportingDate: servers.today,
    duplicateLidCheck: true,
  })
}

/** Save 25,000 with every check over HTTP, against COPY of the same rows into the same indexed tables. */
export async function saving(servers: Servers, analystToken: string): Promise<Line[]> {
  const mine: number[] = []
  const copied: number[] = []
  const again: number[] = []
  const delays: number[] = []
  for (let n = 0; n < (servers.quick ? 2 : 4); n++) {
    const sheet = newSheet(servers.today)
    const body = saveBody(servers, sheet)
    servers.ours.resetStats()
    const took = await timed(() =>
      fetchOk(`${servers.ours.url}/api/save-bulk-data`, { method: 'POST', body, token: analystToken }),
    )
    delays.push((await servers.ours.readStats()).blockedMs)
    const refused = await timed(async () => {
      const answer = await fetchUrl(`${servers.ours.url}/api/save-bulk-data`, {
        method: 'POST',
        body,
        token: analystToken,
      })
      if (answer.status !== 409)
        throw new Error(`The same sheet again answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    })
    const copy = await copyTwice(servers, newSheet(servers.today))
    // The first round is a warm-up.
    if (n > 0) {
      mine.push(took)
      again.push(refused)
      copied.push(copy)
    }
    await clear(servers)
  }
  return [
    against('save 25,000 with all checks, over HTTP', { ours: median(mine), theirs: median(copied) }, 2.5),
    within('save: longest event-loop delay', median(delays), 50, 'ms'),
    within('identical sheet again, rejected', median(again), 1000, 'ms'),
  ]
}

async function copyTwice({ world, today }: Servers, sheet: readonly Record<string, unknown>[]): Promise<number> {
  const ids = sheet.map(() => randomUUID())
  return withClient(world.pool, (client) =>
    timed(async () => {
      await client.query('begin')
      await copyRows(
        client,
        'findings',
        [
          'company_id',
          'id',
          'brand_id',
          'platform',
          'reporting_date',
          'status',
          'priority',
          'reason',
          'reason_code',
          'identity_key',
          'image',
          'seller',
        ],
        sheet.map((row, n) => [
          world.company,
          ids[n],
          world.brand,
          'e-commerce',
          today,
          '33',
          'High',
          String(row['reason']),
          '12301',
          randomUUID(),
          String(row['image']),
          String(row['username']).toLowerCase(),
        ]),
      )
      await copyRows(
        client,
        'findings_e_commerce',
        [
          'company_id',
          'finding_id',
          'site',
          'url',
          'title',
          'price',
          'username',
          'store_id',
          'address',
          'city',
          'country',
          'rating',
          'number_of_ratings',
          'number_of_reviews',
          'mrp',
          'seller_rating',
          'pid',
          'lid',
          'discount_percentage',
          'flipkart_assured',
          'sku',
        ],
        sheet.map((row, n) => [
          world.company,
          ids[n],
          ...[
            'site',
            'url',
            'title',
            'price',
            'username',
            'storeId',
            'address',
            'city',
            'country',
            'Rating',
            'numberOfRatings',
            'numberOfReviews',
            'mrp',
            'sellerRating',
            'pid',
            'lid',
            'discountPercentage',
            'flipkartAssured',
            'sku',
          ].map((name) => row[name] as string),
        ]),
      )
      await client.query('commit')
    }),
  )
}

/** Deletes what the rounds added, so that the next one runs on the same tables. */
export async function clear({ world }: Servers): Promise<void> {
  await world.pool.query(
    `delete from findings where company_id = $1 and reason is not null and created_at > now() - interval '1 hour' and id in (select finding_id from findings_e_commerce where company_id = $1 and title like 'Fresh %' and lid not like 'LID%')`,
    [world.company],
  )
  await world.pool.query(`delete from plain_listings where company_id = $1 and lid like 'L%' and lid not like 'LID%'`, [
    world.company,
  ])
  await world.pool.query('vacuum findings, findings_e_commerce, plain_listings')
}

/** Approve 20,000 findings with a log row each, against the update alone. */
export async function approving(servers: Servers): Promise<Line[]> {
  const { world, token, ours } = servers
  const waiting = await world.pool.query<{ id: string }>(
    `select id from findings where company_id = $1 and platform = 'e-commerce' and status = '33' and deleted_at is null order by id limit 20000`,
    [world.company],
  )
  const ids = waiting.rows.map((one) => one.id)
  const body = JSON.stringify({
    recordIds: ids.map((id) => ({ id })),
    statusfrom: '33',
    status: '22',
    platform: 'e-commerce',
    module: 'e-commerce',
  })
  const back = async () => {
    await world.pool.query(`update findings set status = '33' where company_id = $1 and id = any($2)`, [
      world.company,
      ids,
    ])
    await world.pool.query('vacuum findings')
  }
  const mine: number[] = []
  const bare: number[] = []
  for (let n = 0; n < (servers.quick ? 2 : 4); n++) {
    const took = await timed(async () => {
      const answer = await fetchOk(`${ours.url}/api/ecommerce/update-bulk-infrigement-status`, {
        method: 'POST',
        body,
        token,
        withText: true,
      })
      const { updated } = JSON.parse(answer.text) as { updated: number }
      if (updated !== ids.length) throw new Error(`${updated} of ${ids.length} were approved`)
    })
    await back()
    const update = await timed(() =>
      world.pool.query(`update findings set status = '22', updated_at = now() where company_id = $1 and id = any($2)`, [
        world.company,
        ids,
      ]),
    )
    await back()
    if (n > 0) {
      mine.push(took)
      bare.push(update)
    }
  }
  return [
    against(
      `approve ${ids.length.toLocaleString('en')} with log rows`,
      { ours: median(mine), theirs: median(bare) },
      2,
    ),
  ]
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
