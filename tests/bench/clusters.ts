import { setTimeout as pause } from 'node:timers/promises'
import { foldClusters } from '#features/clusters/server/fold-clusters.ts'
import { isAnythingPending } from '#features/clusters/server/fold-queries.ts'
import { onPool } from '#kit/server/db.ts'
import { against, type Line, missing, within } from './line.ts'
import { fetchOk, median, timed } from './measure.ts'
import type { Servers } from './reading.ts'
import { clear, newSheet, saveBody } from './writing.ts'

/** Findings of the largest company that get one phone number, or 0.7 of what it has. */
const largeCluster = 100_000

/** Findings of a page whose similar findings are counted. */
const largestPage = 100

/**
 * Clusters: those of a finding, the list and the page of a cluster of 100,000, the similar findings of a page of a list,
 * and an upload of 25,000 with what joins it.
 */
export async function clusters(servers: Servers, analystToken: string): Promise<Line[]> {
  const { world, token } = servers
  const first = await fillClusters(servers)
  const get =
    (path: string, as = analystToken) =>
    () =>
      fetchOk(`${servers.ours.url}/api/clusters${path}`, { token: as })
  const { rows } = await world.pool.query<{ large: string; member: string; other: string }>(
    `select s.cluster_id as large, (select finding_id from finding_values v where v.company_id = s.company_id and v.value_id = s.value_id limit 1) as member,
       (select id from findings f where company_id = s.company_id and not exists
         (select from finding_values v where v.company_id = f.company_id and v.finding_id = f.id and v.value_id = s.value_id) limit 1) as other
     from cluster_values s where s.kind = 'phone' order by s.findings desc limit 1`,
  )
  const { large, member, other } = rows[0]!
  const similar = await similarOfPage(servers)
  const size = await world.pool.query<{ n: number }>('select findings as n from clusters where id = $1', [large])
  const of = size.rows[0]!.n.toLocaleString('en')
  return [
    first,
    within('groups of a finding', await timeOf(servers, get(`/of-finding/${other}`)), 50, 'ms'),
    within(`groups of a finding, one of ${of}`, await timeOf(servers, get(`/of-finding/${member}`)), 50, 'ms'),
    within(`the same, a client`, await timeOf(servers, get(`/of-finding/${member}`, token)), 50, 'ms'),
    within(`page of a cluster of ${of}`, await timeOf(servers, get(`/${large}`)), 200, 'ms'),
    within('its newest 20 findings', await timeOf(servers, get(`/${large}/findings`)), 200, 'ms'),
    within('page 400 of its findings', await timeOf(servers, get(`/${large}/findings?page=400`)), 100, 'ms'),
    within('list of clusters, staff', await timeOf(servers, get('')), 200, 'ms'),
    within('list of clusters, a client', await timeOf(servers, get('', token)), 500, 'ms'),
    within(`similar findings of ${largestPage} rows, staff`, await timeOf(servers, get(similar)), 50, 'ms'),
    within(`similar findings of ${largestPage} rows, a client`, await timeOf(servers, get(similar, token)), 50, 'ms'),
    ...(await joinedSave(servers, analystToken)),
  ]
}

async function timeOf({ quick }: Servers, work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let n = 0; n < (quick ? 7 : 15); n++) times.push(await timed(work))
  return median(times)
}

/** The newest findings of the largest company, as a page of its list asks for them. */
async function similarOfPage({ world: { pool, company } }: Servers): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from findings where company_id = $1 and deleted_at is null order by reporting_date desc, id desc limit $2',
    [company, largestPage],
  )
  return `/similar?${new URLSearchParams({ companies: company, ids: rows.map(({ id }) => id).join(',') }).toString()}`
}

/** Reads all values that wait, beside the worker of the console: 0 also says that it is the worker's turn. */
const foldAll = async ({ world: { pool } }: Servers): Promise<void> => {
  const db = onPool(pool)
  while ((await foldClusters({ pool, db })) > 0 || (await isAnythingPending(db))) await pause(20)
}

/** Reads the values of everything that the benchmark stored without triggers. */
async function fillClusters(servers: Servers): Promise<Line> {
  const { pool, company } = servers.world
  // A folder of an earlier run has them already. What other parts of this run uploaded has no phone numbers.
  const read = await pool.query<{ n: number }>("select count(*)::int as n from cluster_values where kind = 'phone'")
  if (read.rows[0]!.n > 0) return missing('all findings read into clusters', 'read by an earlier run')
  await pool.query(
    `update findings_e_commerce set contact_number = '+91 98200 12345'
     where company_id = $1 and finding_id in (select id from findings where company_id = $1 order by id
       limit (select least(${largeCluster}, count(*) * 0.7)::int from findings where company_id = $1))`,
    [company],
  )
  await pool.query(`truncate cluster_pending`)
  await pool.query(
    `insert into cluster_pending (company_id, has_new_values, finding_ids)
     select company_id, true, array_agg(id)
     from (select company_id, id, (row_number() over (partition by company_id) - 1) / 5000 as part from findings) f
     group by company_id, part`,
  )
  const took = await timed(() => foldAll(servers))
  await pool.query('vacuum analyze finding_values, cluster_values, cluster_counts, clusters')
  return within('all findings read into clusters', took / 1000, 900, 's')
}

/** An upload with the triggers of clusters, in turns with one without; and the work that follows in the worker. */
async function joinedSave(servers: Servers, token: string): Promise<Line[]> {
  const save = () => {
    const body = saveBody(servers, newSheet(servers.today))
    return timed(() => fetchOk(`${servers.ours.url}/api/save-bulk-data`, { method: 'POST', body, token }))
  }
  const turn = (state: 'enable' | 'disable') =>
    servers.world.pool.query(`alter table findings ${state} trigger findings_clustered_in`)
  const [withJoining, without, joining]: number[][] = [[], [], []]
  for (let n = 0; n < (servers.quick ? 3 : 4); n++) {
    await turn('disable')
    const alone = await save()
    await clear(servers)
    await turn('enable')
    await foldAll(servers)
    const joined = await save()
    const after = await timed(() => foldAll(servers))
    await clear(servers)
    await foldAll(servers)
    // The first round is a warm-up.
    if (n === 0) continue
    without!.push(alone)
    withJoining!.push(joined)
    joining!.push(after)
  }
  const theirs = median(without!)
  return [
    against('save 25,000 that will be joined, against a save without', { ours: median(withJoining!), theirs }, 1.3),
    against('the same until they are joined', { ours: median(withJoining!) + median(joining!), theirs }, 1.3),
  ]
}
