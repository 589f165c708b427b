import { setTimeout as sleep } from 'node:timers/promises'
import type { PageVisit } from './browser/types.ts'
import type { Db } from './db.ts'
import { type Egress, EgressError } from './egress.ts'
import { endRest, restHost, restOf, takeTurn } from './politeness-queries.ts'
import { openTurns, type Turns } from './turns.ts'

/** A request was not sent; `message` says why in one sentence. */
export class RequestNotSent extends Error {
  readonly reason: 'robots' | 'resting' | 'cancelled'
  /** Seconds until the host may be requested again, for 'resting'. */
  readonly seconds: number | undefined
  constructor(reason: RequestNotSent['reason'], message: string, seconds?: number) {
    super(message)
    this.reason = reason
    this.seconds = seconds
  }
}

export type PoliteOptions = {
  /** false: robots.txt is not read; only where the source's definition says so. */
  robots?: boolean
  /** A host that rests for longer is not waited for; default 60. */
  patienceSeconds?: number
  signal?: AbortSignal
}

/** Requests and pages at a pace that a host can bear, kept by all processes together. Rejects with RequestNotSent. */
export type Politeness = {
  /** Opens a page in a turn of its host. What answers 429 or 503 rests afterwards, in every process. */
  visit: <Visit extends Answered>(address: string, options: PoliteOptions, open: () => Promise<Visit>) => Promise<Visit>
  /** Runs `work` in a turn of the address's host: for forms and sessions of a browser. */
  inTurn: <T>(address: string, options: PoliteOptions, work: () => Promise<T>) => Promise<T>
}

type Answered = Pick<PageVisit, 'finalAddress' | 'status' | 'headers'>

export type PolitenessParts = {
  db: Db
  egress: Egress
  /** Requests to one host a minute, by all processes together. */
  perMinute: number
  /** Requests to one host at once, by this process. */
  atOnce: number
}

/** The name by which robots.txt may speak of us. */
const ROBOT = 'Brandkeep'
const PATIENCE_SECONDS = 60
const KNOWN_HOSTS = 5000

/** Opens the pace of requests. */
export function openPoliteness(parts: PolitenessParts): Politeness {
  const { db, egress } = parts
  const lanes = new Map<string, Turns>()
  const allows = openRobots(egress)

  const inTurn = async <T>(address: string, options: PoliteOptions, work: () => Promise<T>): Promise<T> => {
    const host = hostOf(address)
    if (options.robots !== false && !(await allows(address)))
      throw new RequestNotSent('robots', `${host} asks robots not to open this page`)
    const lane = laneOf(lanes, host, parts.atOnce)
    if (!(await lane.take(options.signal))) throw cancelled()
    try {
      await awaitTurn(db, host, { ...options, perMinute: parts.perMinute })
      return await work()
    } finally {
      lane.free()
    }
  }
  const noteAnswer = async ({ finalAddress, status, headers }: Answered) => {
    const host = hostOf(finalAddress)
    if (status === 429 || status === 503) await restHost(db, host, secondsIn(headers['retry-after']))
    else if (status !== null) await endRest(db, host)
  }
  return {
    inTurn,
    visit: (address, options, open) =>
      inTurn(address, options, async () => {
        const visit = await open()
        await noteAnswer(visit)
        return visit
      }),
  }
}

const cancelled = () => new RequestNotSent('cancelled', 'The visit was cancelled')
const secondsIn = (text: string | undefined) => (text !== undefined && Number(text) > 0 ? Number(text) : undefined)
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '')

function laneOf(lanes: Map<string, Turns>, host: string, atOnce: number): Turns {
  const found = lanes.get(host)
  if (found) return found
  // Hosts whose lane is empty are forgotten by making a new one, so only the number is bounded.
  if (lanes.size >= KNOWN_HOSTS) lanes.delete(lanes.keys().next().value!)
  const lane = openTurns(atOnce)
  lanes.set(host, lane)
  return lane
}

type Awaited = PoliteOptions & { perMinute: number }

async function awaitTurn(db: Db, host: string, { perMinute, patienceSeconds, signal }: Awaited): Promise<void> {
  const patience = (patienceSeconds ?? PATIENCE_SECONDS) * 1000
  const pause = async (milliseconds: number) => {
    if (milliseconds > patience) {
      const seconds = Math.ceil(milliseconds / 1000)
      throw new RequestNotSent('resting', `${host} asks to wait for ${seconds} s`, seconds)
    }
    if (milliseconds > 0) await sleep(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined)
    if (signal?.aborted) throw cancelled()
  }
  await pause(await restOf(db, host))
  await pause(await takeTurn(db, host, { gap: 60 / perMinute, patience: patience / 1000 }))
  // The host may have asked another process to wait in the meantime.
  await pause(await restOf(db, host))
}

const ROBOTS_BYTES = 500_000
const ROBOTS_MS = 3_600_000
const FAILED_ROBOTS_MS = 300_000

type Rules = (address: string) => boolean
/** Its types describe an ES module, and it is none. */
type RobotsParser = (
  address: string,
  text: string,
) => { isAllowed: (address: string, robot: string) => boolean | undefined }

/** Reads robots.txt (RFC 9309), once an hour for each origin. */
function openRobots(egress: Egress): (address: string) => Promise<boolean> {
  const known = new Map<string, { until: number; rules: Promise<Rules> }>()
  const read = async (origin: string): Promise<Rules> => {
    try {
      const { status, body } = await egress.safeFetch(`${origin}/robots.txt`, 'text/plain', { cutAt: ROBOTS_BYTES })
      if (status >= 500) return no
      if (status !== 200) return yes
      const { default: parse } = (await import('robots-parser')) as unknown as { default: RobotsParser }
      const robots = parse(`${origin}/robots.txt`, body.toString('utf8'))
      return (address) => robots.isAllowed(address, ROBOT) ?? true
    } catch (problem) {
      // What is not reached now will not be reached by the page either, which then says why.
      if (problem instanceof EgressError) return yes
      throw problem
    }
  }
  return async (address) => {
    if (!URL.canParse(address)) return true
    const { origin } = new URL(address)
    const found = known.get(origin)
    if (found && found.until > Date.now()) return (await found.rules)(address)
    if (known.size >= KNOWN_HOSTS) known.delete(known.keys().next().value!)
    const entry = { until: Date.now() + ROBOTS_MS, rules: read(origin) }
    known.set(origin, entry)
    // What could not be read is not cached: the next call requests it again.
    entry.rules.catch(() => known.get(origin) === entry && known.delete(origin))
    const rules = await entry.rules
    if (rules === no) entry.until = Date.now() + FAILED_ROBOTS_MS
    return rules(address)
  }
}

const yes: Rules = () => true
const no: Rules = () => false
