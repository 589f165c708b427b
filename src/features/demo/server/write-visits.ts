import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Outcome } from '#features/revisits/rules.ts'
import { hostOf, webAddress } from '#features/revisits/server/visit-address.ts'
import { copyRows } from './copy.ts'
import type { DemoFinding } from './findings.ts'
import { type Chance, chanceFor, idMaker } from './seeded.ts'
import type { ActivityContext } from './activity-context.ts'
import { writeTemplates } from './write-templates.ts'

const hour = 3_600_000
const day = 24 * hour
/** Only findings enforced in the last six months have been visited. */
const visitedFor = 180 * day

type Visit = { at: Date; outcome: Outcome; streak: number }
/** The visits of a finding, the state they establish, and the proposal that follows. */
type VisitHistory = { visits: Visit[]; believed: 'up' | 'down' | null; proposed?: '55' | '11' }

/** Writes re-visits of enforced findings: pages that are down, still up or back again, and the proposals from them. */
export async function writeVisits(client: PoolClient, { findings, people, now }: ActivityContext): Promise<void> {
  const watched = findings.flatMap((one) => {
    const enforced = one.statusHistory.find(({ from, to }) => from !== '' && ['11', '55', '99'].includes(to))
    if (!enforced) return []
    const chance = chanceFor(`visits ${one.identityKey}`)
    return [{ one, chance, history: historyOf(one, { enforcedAt: enforced.at, now, chance }) }]
  })
  const companyOf = ({ brand }: DemoFinding) => people.company.get(brand.company)
  const newId = idMaker('visits')
  await writeWatches(client, watched, { companyOf, newId, now })
  await writeVisitRows(client, watched, { companyOf, newId })
  const up = watched.filter(({ history }) => history.believed === 'up').map(({ one }) => one)
  await writeTemplates(client, { visited: up, findings, companyOf, now })
  await setClocks(client, watched)
}

type Watched = { one: DemoFinding; chance: Chance; history: VisitHistory }
type WatchDeps = { companyOf: (one: DemoFinding) => string | undefined; newId: ReturnType<typeof idMaker>; now: Date }

/** When each finding is visited next, what its visits established, and the proposal from that. */
async function writeWatches(
  client: PoolClient,
  watched: readonly Watched[],
  { companyOf, newId, now }: WatchDeps,
): Promise<void> {
  await copyRows(
    client,
    'finding_watches',
    [
      'company_id',
      'finding_id',
      'host',
      'next_at',
      'side',
      'streak',
      'first_at',
      'counted_at',
      'believed',
      'proposal',
      'proposed_status',
      'proposed_from',
      'proposed_at',
    ],
    watched.map(({ one, chance, history: { visits, believed, proposed } }) => {
      const last = visits.findLast(({ streak }) => streak > 0)
      const first = last && visits.findLast(({ at, streak }) => streak === 1 && at <= last.at)
      const nextAt = new Date(now.getTime() + chance.whole(1, 24) * hour)
      const proposal = proposed && last ? [newId(last.at), proposed, one.status, last.at] : [null, null, null, null]
      return [
        companyOf(one),
        one.id,
        hostOf(addressOf(one)),
        nextAt,
        last ? sideOf(last.outcome) : null,
        last?.streak ?? 0,
        first?.at,
        last?.at,
        believed,
        ...proposal,
      ]
    }),
  )
}

async function writeVisitRows(
  client: PoolClient,
  watched: readonly Watched[],
  { companyOf, newId }: Omit<WatchDeps, 'now'>,
): Promise<void> {
  const visits = watched.flatMap(({ one, history }) => history.visits.map((visit) => ({ one, visit })))
  await copyRows(
    client,
    'finding_visits',
    [
      'id',
      'company_id',
      'finding_id',
      'at',
      'address',
      'outcome',
      'side',
      'streak',
      'reason',
      'status_code',
      'addresses',
      'final_address',
      'title',
      'excerpt',
      'sha256',
      'bytes',
      'milliseconds',
    ],
    visits.map(({ one, visit }) => [
      newId(visit.at),
      companyOf(one),
      one.id,
      visit.at,
      ...observationCells(one, visit),
      chanceFor(`took ${one.id} ${visit.at.getTime()}`).whole(80, 2400),
    ]),
  )
}

/** Since when the pages that are down have been so, and when findings were approved. */
async function setClocks(client: PoolClient, watched: readonly Watched[]): Promise<void> {
  const down = watched.filter(({ history }) => history.believed === 'down')
  const since = down.map(
    ({ history }) => history.visits.find(({ outcome, streak }) => sideOf(outcome) === 'down' && streak === 1)!.at,
  )
  await client.query(
    `update finding_clocks c set unreachable_at = d.at from unnest($1::uuid[], $2::timestamptz[]) as d (id, at)
     where c.finding_id = d.id`,
    [down.map(({ one }) => one.id), since],
  )
  await client.query(
    `update finding_clocks c set is_folded = true, approved_at = l.at from finding_clocks k
     left join (select finding_id, min(at) as at from status_log where status_to = '22' group by 1) l
       on l.finding_id = k.finding_id
     where k.company_id = c.company_id and k.finding_id = c.finding_id`,
  )
}

const addressOf = (one: DemoFinding) => String(one.own[one.platform.identity])

type HistoryParams = { enforcedAt: Date; now: Date; chance: Chance }

function historyOf(one: DemoFinding, { enforcedAt, now, chance }: HistoryParams): VisitHistory {
  if (now.getTime() - enforcedAt.getTime() > visitedFor) return { visits: [], believed: null }
  const settledAt = one.statusHistory.findLast(({ to }) => to === '55')?.at
  if (one.status === '55' && settledAt && settledAt > enforcedAt) {
    const part = (share: number) =>
      new Date(enforcedAt.getTime() + (settledAt.getTime() - enforcedAt.getTime()) * share)
    const gone = consecutiveVisits([part(0.4), part(0.65), part(0.9)], downOutcome(one, chance))
    const seen = [{ at: part(0.15), outcome: 'up' as const, streak: 1 }, ...gone]
    const isBack = chance.happens(0.004) && now.getTime() - settledAt.getTime() > 5 * day
    if (isBack)
      return { visits: [...seen, ...consecutiveVisits(lastDays(now, chance), 'up')], believed: 'up', proposed: '11' }
    return { visits: seen, believed: 'down' }
  }
  if (one.status !== '11' || now.getTime() - enforcedAt.getTime() < 6 * day) return { visits: [], believed: null }
  if (chance.happens(0.03))
    return {
      visits: consecutiveVisits(lastDays(now, chance), downOutcome(one, chance)),
      believed: 'down',
      proposed: '55',
    }
  if (chance.happens(0.15))
    return { visits: lastDays(now, chance).map((at) => ({ at, outcome: 'undecided', streak: 0 })), believed: null }
  return { visits: consecutiveVisits(lastDays(now, chance), 'up'), believed: 'up' }
}

/** Consecutive visits with the same outcome. */
const consecutiveVisits = (moments: readonly Date[], outcome: Outcome): Visit[] =>
  moments.map((at, n) => ({ at, outcome, streak: n + 1 }))

function lastDays(now: Date, chance: Chance): Date[] {
  const last = now.getTime() - chance.whole(1, 22) * hour
  return [2, 1, 0].map((back) => new Date(last - back * day - chance.whole(0, 90) * 60_000))
}

const downOutcome = ({ platform }: DemoFinding, chance: Chance): Outcome =>
  platform.value === 'domain' || platform.value === 'website'
    ? chance.weighted<Outcome>([
        ['no-address', 4],
        ['gone', 3],
        ['parked', 2],
        ['unreachable', 2],
      ])
    : 'gone'

const sideOf = (outcome: Outcome): 'up' | 'down' | null =>
  outcome === 'undecided' ? null : outcome === 'up' ? 'up' : 'down'

/** The observation of a visit, in the order of the columns. */
function observationCells(one: DemoFinding, { outcome, streak }: Visit) {
  const address = webAddress(addressOf(one)) ?? addressOf(one)
  const reasonByOutcome = {
    up: ['It answers (200)', 200],
    gone: ['Not found (404)', 404],
    'no-address': ['The name does not exist (NXDOMAIN)', null],
    parked: ['Its name server is ns1.sedoparking.com', 200],
    redirected: ['It redirects to another site', 200],
    unreachable: ['No answer in time', null],
    undecided: ['Status 403 is inconclusive', 403],
  } as const
  const [reason, code] = reasonByOutcome[outcome]
  const title = outcome === 'up' ? `${one.brand.name} at half price` : outcome === 'gone' ? 'Page not found' : null
  const text = `${title ?? ''} ${outcome === 'up' ? 'Add to basket. Only today.' : ''}`.trim()
  const hasAnswer = code !== null
  return [
    address,
    outcome,
    sideOf(outcome),
    streak,
    reason,
    code,
    outcome === 'no-address' ? [] : [String(one.own['ipAddress'] ?? '203.0.113.24')],
    hasAnswer ? address : null,
    hasAnswer ? title : null,
    hasAnswer ? text : null,
    hasAnswer ? `\\x${createHash('sha256').update(text).digest('hex')}` : null,
    hasAnswer ? text.length : null,
  ] as const
}
