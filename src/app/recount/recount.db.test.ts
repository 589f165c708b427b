import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { configureNotices } from '#features/enforcement/server/testing.ts'
import { sql } from '#kit/server/db.ts'
import { lostConnection } from '#kit/server/errors.ts'
import { findingActions } from './testing-finding-actions.ts'
import { bucket, type Action, openRandom, pictures, type Random, type Tests } from './testing-random.ts'
import { differences } from './testing-recount.ts'
import { workActions } from './testing-work-actions.ts'

/** To search for defects, list more seeds and let each do some hundred steps. */
const seeds = [1]
const seedsAtOnce = [1, 2]
const steps = 80

type Work = { seed: number; count: number; from?: number; connectionsEnd?: boolean }

/** One action after another; returns what was done, with the status of each answer. */
async function workOf(tests: Tests, { seed, count, from = 0, connectionsEnd = false }: Work): Promise<string[]> {
  const random = openRandom(tests, seed)
  const actions: Record<string, Action> = { ...findingActions(tests, random, from), ...workActions(tests, random) }
  if (connectionsEnd) actions['end a connection'] = () => endConnection(random)
  const frequent = ['upload', 'upload', 'edit', 'pass cells on', 'fold clusters', 'fold clusters']
  const names = [...Object.keys(actions), ...frequent]
  const done: string[] = []
  for (let n = 0; n < count; n++) {
    const name = n < 3 ? 'upload' : random.pick(n < count - 3 ? names : frequent)
    const answer = await actions[name]!().catch((problem: Error & { code?: string }) => {
      // What jobs do is tried again by the worker.
      if (connectionsEnd && lostConnection(problem)) return undefined
      throw problem
    })
    done.push(`${name} ${answer?.statusCode ?? ''}`.trim())
    // Somebody who was blocked meanwhile is signed out.
    expect([200, 403, 404, 409, 422, ...(connectionsEnd ? [401, 503] : [])], `${name}: ${answer?.body}`).toContain(
      answer?.statusCode ?? 200,
    )
  }
  return done
}

/** Ends a connection of the database in the middle of what it does. */
async function endConnection({ query, next }: Random) {
  await query(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() order by pid offset ${next(6)} limit 1`)
  return undefined
}

describe.each(seeds)('with seed %i', (seed) => {
  const tests = setUpActionTests()
  const { at } = tests
  beforeAll(async () => {
    await configureNotices(tests, ['About {{url}}.'])
    Object.assign(at.testApp.app.settings, { recallSeconds: 3600 })
    for (const key of pictures)
      await sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
        values (gen_random_uuid(), ${bucket}, ${key}, 'images', ${key}, 'image/png', 1, sha256('a'))`.execute(
        at.database.db,
      )
  })

  test('everything that is kept beside records is what a count of them gives, whatever was done in which order', async () => {
    const done = await workOf(tests, { seed, count: steps })
    expect(await differences(at.testApp.app), done.join('; ')).toEqual({})
  })

  test.each(seedsAtOnce)(
    'the same after four people and their jobs worked at once (%i), while connections ended',
    async (first) => {
      const people = [1, 2, 3, 4].map((n) => ({ seed: first * 10 + n, count: Math.ceil(steps / 4), from: n * 10_000 }))
      const done = await Promise.all(people.map((work) => workOf(tests, { ...work, connectionsEnd: true })))
      expect(await differences(at.testApp.app), done.map((one) => one.join('; ')).join('\n')).toEqual({})
    },
  )
})
