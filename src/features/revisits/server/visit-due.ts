import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { House } from '#kit/server/serve.ts'
import { platforms } from '#platforms/all.ts'
import { pursued, settled } from '#features/revisits/messages.ts'
import { believe, proposalFor, type Rules } from './believe.ts'
import {
  addressesOf,
  addVisit,
  busyHosts,
  clockUnreachable,
  type Due,
  dueWatches,
  holdClaimed,
  keepTurns,
  keepWatch,
  ownHosts,
  restHosts,
  takenThisMinute,
  type Turn,
} from './queries.ts'
import { hostOf, type Seen, visitAddress, type Visitor } from './visit-address.ts'

/** How addresses are visited; times in hours. */
export type Revisiting = {
  visitor: Visitor
  /** Between two visits of a finding that is pursued. */
  hours: number
  /** Between two visits of one that is down, as far as is known. */
  downHours: number
  /** Visits in a minute, in all and to one host. */
  perMinute: number
  perHost: number
  /** Visits in a row before they are believed; at least half of `hours` apart. */
  confirmations: number
}

/** How many are visited at the same time, and how many one claim looks at. */
const lanes = 10
const perClaim = 40
const perLook = 2500
/** After this many milliseconds a run begins nothing new: the next minute has its own. */
const longestRun = 45_000
/** A claim is over after this time: its process was killed. Longer than `perClaim` visits can take. */
const claimMilliseconds = 10 * 60_000
const hour = 3_600_000
/** So many hosts that are all out of reach at once say more about this house than about them. */
const suspiciouslyMany = 5

type Claimed = Due & { claim: string }

/** The job: visits what is due, within the pace of the settings. Any number of processes may run it at once. */
export async function visitDue(house: House, revisiting: Revisiting): Promise<void> {
  const until = Date.now() + longestRun
  while (Date.now() < until) {
    const { claimed, looked } = await claim(house, revisiting)
    if (claimed.length > 0) await visitAll(house, revisiting, claimed)
    else if (looked < perLook) return
  }
}

/** Takes what may be visited now; whose host is busy gets a place in its queue, so that nothing is looked at twice. */
async function claim(house: House, { hours, perMinute, perHost }: Revisiting) {
  return inTransaction(house.pool, async ({ db }) => {
    const { now, taken } = await takenThisMinute(db)
    let room = Math.min(perClaim, perMinute - taken)
    if (room <= 0) return { claimed: [], looked: 0 }
    const due = await dueWatches(db, perLook)
    const free = new Map(await busyHosts(db, [...new Set(due.map(({ host }) => host))]))
    const turns: Turn[] = []
    const claimed: Claimed[] = []
    for (const one of due) {
      if (!isVisited(one)) {
        turns.push({ ...one, at: soonerOrLater(now, hours), claim: null })
        continue
      }
      const slot = free.get(one.host) ?? now
      if (slot > now) turns.push({ ...one, at: slot, claim: null })
      else if (room-- > 0) {
        const own = newId()
        claimed.push({ ...one, claim: own })
        turns.push({ ...one, at: new Date(now.getTime() + claimMilliseconds), claim: own })
      } else break
      free.set(one.host, new Date(slot.getTime() + 60_000 / perHost))
    }
    await keepTurns(db, { turns, hosts: free, visits: claimed.length })
    return { claimed, looked: due.length }
  })
}

const isVisited = ({ isAsked, isDeleted, status }: Due) =>
  !isDeleted && (isAsked || [...pursued, ...settled].some((one) => one === status))

async function visitAll(house: House, revisiting: Revisiting, claimed: readonly Claimed[]): Promise<void> {
  const addresses = new Map<string, string>()
  for (const platform of platforms) {
    const own = claimed.filter((one) => one.platform === platform.value)
    if (own.length > 0) for (const [id, of] of await addressesOf(house.db, platform, own)) addresses.set(id, of)
  }
  const own = await ownHosts(house.db, [...new Set(claimed.map(({ brandId }) => brandId))])
  const waiting = [...claimed]
  const visited: { one: Claimed; seen: Seen; at: Date; milliseconds: number }[] = []
  const lane = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const began = performance.now()
      const seen = await visitAddress(
        revisiting.visitor,
        addresses.get(one.findingId) ?? '',
        own.get(one.brandId) ?? [],
      )
      visited.push({ one, seen, at: new Date(), milliseconds: Math.round(performance.now() - began) })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const isOurs = areWeCutOff(visited.map(({ seen }) => seen))
  for (const { one, seen, at, milliseconds } of visited)
    await record(house, revisiting, { one, seen: isOurs ? doubted(seen) : seen, at, milliseconds })
}

/** Whether all of several hosts are out of reach: then our own way out is broken, and nothing is proven. */
export function areWeCutOff(seen: readonly Seen[]): boolean {
  return (
    new Set(seen.map(({ address }) => hostOf(address))).size >= suspiciouslyMany &&
    seen.every(
      ({ outcome, statusCode }) => statusCode === null && (outcome === 'unreachable' || outcome === 'undecided'),
    )
  )
}

const doubted = (seen: Seen): Seen => ({
  ...seen,
  outcome: 'undecided',
  side: null,
  reason: `Nothing outside was reached at that moment. ${seen.reason}`,
})

type Visited = { one: Claimed; seen: Seen; at: Date; milliseconds: number }

/** Keeps a visit with all that follows from it, in one transaction; nothing when the claim is over. */
async function record(house: House, revisiting: Revisiting, { one, seen, at, milliseconds }: Visited): Promise<void> {
  const rules: Rules = { confirmations: revisiting.confirmations, apart: (revisiting.hours / 2) * hour }
  await inTransaction(house.pool, async ({ db }) => {
    const held = await holdClaimed(db, one, one.claim)
    if (!held) return
    const before = { ...held, firstAt: dateOf(held.firstAt), countedAt: dateOf(held.countedAt) }
    const belief = believe(before, { side: seen.side, at }, rules)
    const hasFlipped = belief.believed !== held.believed
    const dismissed = hasFlipped ? null : held.dismissed
    const kind =
      dismissed !== null && dismissed === belief.believed ? undefined : proposalFor(belief, held.status, rules)
    const to = kind && statusAfter[kind]
    const isSame = held.proposedStatus === to && held.proposedFrom === held.status
    const isQuiet = (settled as readonly string[]).includes(held.status) && seen.side !== 'up'
    await addVisit(db, one, { seen, streak: seen.side === null ? 0 : belief.streak, milliseconds, at })
    await keepWatch(db, one, {
      belief,
      dismissed,
      proposal: to ? { id: (isSame && held.proposal) || newId(), to, from: held.status } : null,
      host: hostOf(seen.address),
      nextAt: soonerOrLater(at, isQuiet ? revisiting.downHours : revisiting.hours),
    })
    if (hasFlipped) await clockUnreachable(db, one, belief.believed === 'down' ? belief.firstAt : null)
    if (seen.retryAfter !== undefined)
      await restHosts(db, new Map([[one.host, new Date(at.getTime() + Math.min(seen.retryAfter, 86_400) * 1000)]]))
  })
}

/** The statuses that proposals lead to. */
export const statusAfter = { success: '55', reopen: '11' } as const

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

/** About so many hours later: a tenth more or less, so that what began together does not stay together. */
const soonerOrLater = (from: Date, hours: number): Date =>
  new Date(from.getTime() + hours * hour * (0.9 + Math.random() * 0.2))
