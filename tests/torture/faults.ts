import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runningDatabase } from '#app/embedded-database.ts'
import { call } from './call.ts'
import { between, type Chance, oneOf } from './chance.ts'
import { type Victim, victims, type World } from './world.ts'

export type FaultCounts = {
  kills: Record<Victim, number>
  /** The longest time until the console was ready again after a kill, in ms. */
  slowestRecovery: number
  stops: number
  slowestStop: number
  /** Requests that ran longer than the grace of a stop. */
  cutRequests: number
  locks: number
  /** The longest answer of /api/health while a table was locked, in ms. */
  slowestHealth: number
  /** What went wrong, in words; empty in a good run. */
  wrong: string[]
}

const LOCK_MS = 6000
const HEALTH_LIMIT_MS = 2000
/** SIGTERM under load: running uploads get their time, resting connections none. */
const STOP_LIMIT_MS = 15_000

/** Kills, stops and locks at moments of the seed until `until`. */
export async function runFaults(world: World, chance: Chance, until: number): Promise<FaultCounts> {
  const counts: FaultCounts = {
    kills: { api: 0, worker: 0, postmaster: 0, backend: 0, all: 0 },
    slowestRecovery: 0,
    stops: 0,
    slowestStop: 0,
    cutRequests: 0,
    locks: 0,
    slowestHealth: 0,
    wrong: [],
  }
  while (Date.now() < until) {
    await sleep(between(chance, 500, 4000))
    const what = chance()
    if (what < 0.12) await stopAndStart(world, counts)
    else if (what < 0.2) await lockATable(world, counts)
    else {
      const victim = oneOf(chance, victims)
      await world.kill(victim)
      counts.kills[victim]++
      counts.slowestRecovery = Math.max(counts.slowestRecovery, await world.recover())
    }
  }
  for (const [, cut] of world.output().matchAll(/(\d+) requests ran longer/g)) counts.cutRequests += Number(cut)
  return counts
}

async function stopAndStart(world: World, counts: FaultCounts): Promise<void> {
  const { code, ms } = await world.stopApi()
  counts.stops++
  counts.slowestStop = Math.max(counts.slowestStop, ms)
  if (code !== 0) counts.wrong.push(`SIGTERM ended with ${code}`)
  if (ms > STOP_LIMIT_MS) counts.wrong.push(`SIGTERM took ${ms} ms`)
  await world.recover()
}

/** Everybody's table is locked for a while: the console stays alive, and calls end with an answer, not with a defect. */
async function lockATable(world: World, counts: FaultCounts): Promise<void> {
  const client = new Client({ connectionString: runningDatabase(world.dataDir) })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query("begin; set local lock_timeout = '5s'; lock table findings in access exclusive mode")
    counts.locks++
    for (const limit = Date.now() + LOCK_MS; Date.now() < limit; await sleep(250)) {
      const began = Date.now()
      const { status } = await call(world.url, 'GET', '/api/health')
      counts.slowestHealth = Math.max(counts.slowestHealth, Date.now() - began)
      if (status !== 200) counts.wrong.push(`health answered ${status} beside a lock`)
    }
    await client.query('rollback')
  } catch {
    // The lock was not given within its time: busy uploads hold it, which is no fault.
  } finally {
    await client.end().catch(() => undefined)
  }
  if (counts.slowestHealth > HEALTH_LIMIT_MS) counts.wrong.push(`health took ${counts.slowestHealth} ms beside a lock`)
}
