import { setTimeout as sleep } from 'node:timers/promises'
import { saveTemplate } from '#features/findings/server/save-template.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { restHost } from '#kit/server/politeness-queries.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platforms } from '#platforms/all.ts'
import { inProgress, success } from '#vocabulary/statuses.ts'
import { activeStatuses, resolvedStatuses } from '#features/revisits/rules.ts'
import { whiteListedHosts } from '#features/white-label/server/covered-addresses.ts'
import { hostAndSite } from './page-template.ts'
import { updateBelief, proposalFor, type ConfirmationRules } from './belief.ts'
import {
  addressesOf,
  addVisit,
  setUnreachableAt,
  type DueWatch,
  dueWatches,
  lockClaimed,
  type HostPace,
  saveSchedule,
  saveWatch,
  nextDueIn,
  pacesOf,
  visitsThisMinute,
  type ScheduledVisit,
} from './queries.ts'
import { hostOf, type VisitResult, visitAddress, type Visitor } from './visit-address.ts'

/** How addresses are visited; times in hours. */
export type RevisitDeps = {
  visitor: Visitor
  /** Hours between two visits of a finding that is being enforced. */
  hours: number
  /** Hours between two visits of a finding that seems to be down. */
  downHours: number
  /** Maximum visits per minute, in total and to one host. */
  perMinute: number
  perHost: number
  /** Consecutive visits before they are believed; at least half of `hours` apart. */
  confirmations: number
}

/** Concurrent visits, watches per claim, and watches read per claim. */
const concurrency = 10
const maxPerClaim = 40
const maxPerLookup = 2500
/** Milliseconds after which a run starts nothing new; the job starts every minute. */
const longestRun = 45_000
/** A claim expires after this time: its process was killed. Longer than `maxPerClaim` visits can take. */
const claimMilliseconds = 10 * 60_000
const hour = 3_600_000
/** When this many hosts are all unreachable at once, our own network is probably down. */
const suspiciouslyMany = 5

type Connections = Pick<AppContext, 'pool' | 'db'>
type ClaimedWatch = DueWatch & { claim: string }

/**
 * The job: visits what is due, within the limits of the settings, and waits for what becomes due until the next run.
 * Any number of processes may run it at once. `maxMilliseconds` is when it starts nothing new.
 */
export async function visitDue(
  app: Connections,
  revisitDeps: RevisitDeps,
  maxMilliseconds = longestRun,
): Promise<void> {
  const until = Date.now() + maxMilliseconds
  while (Date.now() < until) {
    const batch = await claim(app, revisitDeps)
    // The limit of this minute is used up; the next run continues.
    if (!batch) return
    const { claimed, examined } = batch
    if (claimed.length > 0) await visitAll(app, revisitDeps, claimed)
    else if (examined < maxPerLookup) {
      const pause = Math.max(50, (await nextDueIn(app.db)) ?? Infinity)
      if (Date.now() + pause > until) return
      await sleep(pause)
    }
  }
}

/**
 * Claims what may be visited now; a watch whose host is busy gets a slot in its queue, so that nothing is examined
 * twice.
 */
async function claim(app: Connections, { hours, perMinute, perHost }: RevisitDeps) {
  return inTransaction(app.pool, async ({ db }) => {
    const { now, used } = await visitsThisMinute(db)
    let room = Math.min(maxPerClaim, perMinute - used)
    if (room <= 0) return undefined
    const due = await dueWatches(db, maxPerLookup)
    const paces = await pacesOf(db, [...new Set(due.map(({ host }) => host))])
    const scheduled: ScheduledVisit[] = []
    const claimed: ClaimedWatch[] = []
    for (const one of due) {
      if (!shouldVisit(one)) {
        scheduled.push({ ...one, at: withJitter(now, hours), claim: null })
        continue
      }
      const before = paces.get(one.host)
      const { slot, pace } = nextTurn(before, now, 60_000 / perHost)
      if (slot !== null && before && one.isRequested) {
        // A person waits for it: it goes before the queue of its host.
        scheduled.push({ ...one, at: before.next, claim: null })
        continue
      }
      if (slot !== null) scheduled.push({ ...one, at: slot, claim: null })
      else if (room-- > 0) {
        const claimId = newId()
        claimed.push({ ...one, claim: claimId })
        scheduled.push({ ...one, at: new Date(now.getTime() + claimMilliseconds), claim: claimId })
      } else break
      paces.set(one.host, pace)
    }
    await saveSchedule(db, { scheduled, hosts: paces, visits: claimed.length })
    return { claimed, examined: due.length }
  })
}

/**
 * The slot of one more visit to a host (null: now, otherwise the end of its queue), and the pace after it. A visit may
 * come a quarter of the gap early, which is added to the next gap, so that slots that come slightly early do not delay
 * the queue.
 */
export function nextTurn(
  { next, tail }: HostPace = { next: new Date(0), tail: new Date(0) },
  now: Date,
  gap: number,
): { slot: Date | null; pace: HostPace } {
  const later = (from: number) => new Date(from + gap)
  if (next.getTime() <= now.getTime() + gap / 4) {
    const after = later(Math.max(next.getTime(), now.getTime() - gap / 4))
    return { slot: null, pace: { next: after, tail: tail > after ? tail : after } }
  }
  const slot = tail > next ? tail : next
  return { slot, pace: { next, tail: later(slot.getTime()) } }
}

const shouldVisit = ({ isRequested, isDeleted, status }: DueWatch) =>
  !isDeleted && (isRequested || [...activeStatuses, ...resolvedStatuses].some((one) => one === status))

async function visitAll(app: Connections, revisitDeps: RevisitDeps, claimed: readonly ClaimedWatch[]): Promise<void> {
  const addresses = new Map<string, string>()
  const ownHosts = new Map<string, readonly string[]>()
  for (const platform of platforms) {
    const those = claimed.filter((one) => one.platform === platform.value)
    if (those.length === 0) continue
    for (const [id, address] of await addressesOf(app.db, platform, those)) addresses.set(id, address)
    const brandIds = [...new Set(those.map(({ brandId }) => brandId))]
    const ofBrand = await whiteListedHosts(app.db, platform.value, brandIds)
    for (const { findingId, brandId } of those) ownHosts.set(findingId, ofBrand.get(brandId) ?? [])
  }
  const waiting = [...claimed]
  const visited: { one: ClaimedWatch; seen: VisitResult; at: Date; milliseconds: number }[] = []
  const lane = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const began = performance.now()
      const seen = await visitAddress(
        revisitDeps.visitor,
        addresses.get(one.findingId) ?? '',
        ownHosts.get(one.findingId) ?? [],
      )
      visited.push({ one, seen, at: new Date(), milliseconds: Math.round(performance.now() - began) })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  const isCutOff = areWeCutOff(visited.map(({ seen }) => seen))
  for (const { one, seen, at, milliseconds } of visited)
    await recordVisit(app, revisitDeps, { one, seen: isCutOff ? asUndecided(seen) : seen, at, milliseconds })
}

/** Whether all of several hosts are unreachable: then our own network is down, and nothing is concluded. */
export function areWeCutOff(seen: readonly VisitResult[]): boolean {
  return (
    new Set(seen.map(({ address }) => hostOf(address))).size >= suspiciouslyMany &&
    seen.every(
      ({ outcome, statusCode }) => statusCode === null && (outcome === 'unreachable' || outcome === 'undecided'),
    )
  )
}

const asUndecided = (seen: VisitResult): VisitResult => ({
  ...seen,
  outcome: 'undecided',
  side: null,
  reason: `Nothing on the internet could be reached at that time. ${seen.reason}`,
})

type Visited = { one: ClaimedWatch; seen: VisitResult; at: Date; milliseconds: number }

/** Saves a visit and all that follows from it in one transaction; nothing when the claim has expired. */
async function recordVisit(
  app: Connections,
  revisitDeps: RevisitDeps,
  { one, seen, at, milliseconds }: Visited,
): Promise<void> {
  const rules: ConfirmationRules = { confirmations: revisitDeps.confirmations, apart: (revisitDeps.hours / 2) * hour }
  await inTransaction(app.pool, async ({ db }) => {
    const watch = await lockClaimed(db, one, one.claim)
    if (!watch) return
    const before = { ...watch, firstAt: dateOf(watch.firstAt), countedAt: dateOf(watch.countedAt) }
    const belief = updateBelief(before, { side: seen.side, at }, rules)
    const hasFlipped = belief.believed !== watch.believed
    const dismissed = hasFlipped ? null : watch.dismissed
    const kind =
      dismissed !== null && dismissed === belief.believed ? undefined : proposalFor(belief, watch.status, rules)
    const to = kind && statusAfter[kind]
    const isSame = watch.proposedStatus === to && watch.proposedFrom === watch.status
    const isQuiet = (resolvedStatuses as readonly string[]).includes(watch.status) && seen.side !== 'up'
    if (seen.template !== null && templatePlatforms.has(one.platform))
      await saveTemplate(db, { ...one, hash: seen.template, ...hostAndSite(hostOf(seen.address)), isDrawn: false })
    await addVisit(db, one, { seen, streak: seen.side === null ? 0 : belief.streak, milliseconds, at })
    await saveWatch(db, one, {
      belief,
      dismissed,
      proposal: to ? { id: (isSame && watch.proposal) || newId(), to, from: watch.status } : null,
      host: hostOf(seen.address),
      nextAt: withJitter(at, isQuiet ? revisitDeps.downHours : revisitDeps.hours),
    })
    if (hasFlipped) await setUnreachableAt(db, one, belief.believed === 'down' ? belief.firstAt : null)
    if (seen.retryAfter !== undefined) await restHost(db, one.host, seen.retryAfter)
  })
}

/** Where a page shows who made it: on a network or in a store all pages have the template of that. */
const templatePlatforms: ReadonlySet<string> = new Set(['domain', 'website', 'e-commerce'])

/** The statuses that proposals lead to. */
export const statusAfter = { success, reopen: inProgress } as const

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

/** About so many hours later, plus or minus a tenth, so that visits that began together spread out. */
const withJitter = (from: Date, hours: number): Date =>
  new Date(from.getTime() + hours * hour * (0.9 + Math.random() * 0.2))
